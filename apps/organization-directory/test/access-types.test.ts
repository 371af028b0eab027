import { beforeAll, expect, test } from "vitest";
import { newKey, useDirectory } from "./directory.ts";

const directory = useDirectory();
const apiKeyId = newKey();
const acme = { apiKeyId, organizationId: "acme" };

beforeAll(async () => {
  const { client } = directory;
  await client.addOrganizations({ apiKeyId, organizations: [{ organizationId: "acme" }] });
  const folders = [{ folderId: "outer" }, { folderId: "middle", parentFolderId: "outer" }, { folderId: "inner", parentFolderId: "middle" }];
  await client.addFolders({ ...acme, folders });
  await client.addDocuments({ ...acme, documents: [{ documentId: "free" }, { documentId: "deep", folderId: "inner" }] });
});

async function typesOf(...documentIds: string[]): Promise<string[]> {
  const subjects = documentIds.map((documentId) => ({ organizationId: "acme", documentId }));
  return (await directory.client.checkAccess({ apiKeyId, subjects, withAccessTypes: true })).accessTypes;
}

const setFolder = (folderId: string, accessType: string, inheritsAccess = false) =>
  directory.client.setFoldersAccessType({ ...acme, folderIds: [folderId], accessType, inheritsAccess });

test("a document's own type counts before that of the nearest folder with one, and a folder that inherits passes on that of a folder above", async () => {
  expect(await typesOf("free", "deep", "nowhere", "")).toEqual(["", "", "", ""]);

  await setFolder("outer", "restricted");
  expect(await typesOf("free", "deep")).toEqual(["", "restricted"]);

  await setFolder("middle", "public");
  expect(await typesOf("deep")).toEqual(["public"]);

  await setFolder("middle", "public", true);
  expect(await typesOf("deep")).toEqual(["restricted"]);

  await setFolder("outer", "organizationPrivate", true);
  expect(await typesOf("deep")).toEqual(["organizationPrivate"]);

  await directory.client.setDocumentsAccessType({ ...acme, documentIds: ["deep"], accessType: "public" });
  expect(await typesOf("deep")).toEqual(["public"]);
});

test("documents and folders show their own types, and a folder whether it inherits", async () => {
  const { documents } = await directory.client.getDocuments(acme);
  const { folders } = await directory.client.getFolders({ ...acme, parentFolderId: "root", maxDepth: 1 });

  expect(documents.map(({ documentId, accessType }) => [documentId, accessType])).toEqual([
    ["deep", "public"],
    ["free", ""],
  ]);
  const [outer] = folders;
  expect([outer?.accessType, outer?.inheritsAccess]).toEqual(["organizationPrivate", true]);
  expect(outer?.subFolders.map(({ accessType, inheritsAccess }) => [accessType, inheritsAccess])).toEqual([["public", true]]);
});

test("unknown documents and folders fail one by one, and an unknown type fails the request", async () => {
  const answer = await directory.client.setDocumentsAccessType({ ...acme, documentIds: ["free", "nowhere"], accessType: "restricted" });
  const folders = await setFolder("nowhere", "restricted");

  expect(answer.results.map(({ id, success, code }) => [id, success, code])).toEqual([
    ["free", true, ""],
    ["nowhere", false, "not_found"],
  ]);
  expect(folders.results.map(({ code }) => code)).toEqual(["not_found"]);
  await expect(setFolder("outer", "secret")).rejects.toThrow("access_type must be one of restricted, organizationPrivate, public.");
});

test("a document that is deleted and added again has no type", async () => {
  await directory.client.deleteDocuments({ ...acme, documentIds: ["free"] });
  await directory.client.addDocuments({ ...acme, documents: [{ documentId: "free" }] });

  expect(await typesOf("free")).toEqual([""]);
});
