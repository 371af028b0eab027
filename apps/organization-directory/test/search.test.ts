import { expect, test } from "vitest";
import { failureOf, newKey, useDirectory } from "./directory.ts";

const directory = useDirectory();

const named = (of: string) => [
  [`${of}1`, "Zebra"],
  [`${of}2`, "plans West"],
  [`${of}3`, "Plans East"],
  [`${of}4`, "PLANS"],
  ["plans", "The First"],
  [`${of}5`, ""],
];
const found = ["4", "3", "2"];

async function newPlace() {
  const at = { apiKeyId: newKey(), organizationId: "acme" };
  await directory.client.addOrganizations({
    apiKeyId: at.apiKeyId,
    organizations: [{ organizationId: "acme" }, { organizationId: "other" }],
  });
  return at;
}

test("documents are found by the beginning of their name, ignoring case, or by their id, in the order of names, page by page", async () => {
  const at = await newPlace();
  const documents = named("d").map(([documentId = "", documentName = ""]) => ({ documentId, documentName }));
  await directory.client.addDocuments({ ...at, documents });
  await directory.client.addDocuments({ ...at, organizationId: "other", documents: [{ documentId: "theirs", documentName: "Plans" }] });
  await directory.client.addDocuments({
    ...at,
    createFolder: true,
    documents: [{ documentId: "inside", documentName: "Plans inside", folderId: "gone" }],
  });
  await directory.client.deleteFolder({ ...at, folderId: "gone" });
  const find = async (search: string, pageSize = 0, pageToken = "") => {
    const page = await directory.client.getDocuments({ ...at, search, pageSize, pageToken });
    return { ids: page.documents.map(({ documentId }) => documentId), next: page.nextPageToken };
  };

  expect((await find("plans")).ids).toEqual([...found.map((n) => `d${n}`), "plans"]);
  expect((await find("PLANS e")).ids).toEqual(["d3"]);
  expect((await find("d1")).ids).toEqual(["d1"]);
  expect((await find("nothing")).ids).toEqual([]);
  const first = await find("plans", 3);
  expect([first.ids, (await find("plans", 3, first.next)).ids]).toEqual([["d4", "d3", "d2"], ["plans"]]);
});

test("folders are found by the beginning of their name, at any level, with their ancestors, in the order of names, page by page", async () => {
  const at = await newPlace();
  const folders = named("f").map(([folderId = "", folderName = ""]) => ({ folderId, folderName }));
  await directory.client.addFolders({ ...at, folders: [{ folderId: "top", folderName: "Top" }] });
  await directory.client.addFolders({ ...at, folders: folders.map((folder) => ({ ...folder, parentFolderId: "top" })) });
  const find = async (search: string, pageSize = 0, pageToken = "") => {
    const page = await directory.client.getFolders({ ...at, search, pageSize, pageToken });
    return { ids: page.folders.map(({ folderId }) => folderId), next: page.nextPageToken, folders: page.folders };
  };

  expect((await find("plans")).ids).toEqual([...found.map((n) => `f${n}`), "plans"]);
  expect((await find("zebra")).folders).toMatchObject([{ folderId: "f1", parentFolderId: "top" }]);
  const first = await find("plans", 3);
  expect([first.ids, (await find("plans", 3, first.next)).ids]).toEqual([["f4", "f3", "f2"], ["plans"]]);
});

test("a search excludes other filters, and needs an existing organization", async () => {
  const at = await newPlace();
  const { client } = directory;

  const withOthers = await Promise.all(
    [
      client.getDocuments({ ...at, search: "a", documentIds: ["d"] }),
      client.getDocuments({ ...at, search: "a", folderId: "f" }),
      client.getFolders({ ...at, search: "a", folderIds: ["f"] }),
      client.getFolders({ ...at, search: "a", folderId: "f" }),
      client.getFolders({ ...at, search: "a", parentFolderId: "f" }),
    ].map((call) => failureOf(call)),
  );
  const elsewhere = await Promise.all(
    [
      client.getDocuments({ ...at, organizationId: "unknown", search: "a" }),
      client.getFolders({ ...at, organizationId: "unknown", search: "a" }),
    ].map((call) => failureOf(call)),
  );

  expect(withOthers.map(({ kind }) => kind)).toEqual(Array(5).fill("invalid_argument"));
  expect(elsewhere.map(({ kind }) => kind)).toEqual(["not_found", "not_found"]);
});
