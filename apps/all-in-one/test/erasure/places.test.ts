import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { createRpcClient, createRpcTransport } from "@parley/rpc";
import { querySql } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Parley, startParley } from "../support/parley.ts";
import { plantDocument, plantedDocuments } from "../support/planted-documents.ts";

let parley: Parley;

beforeAll(async () => {
  parley = await startParley("all-in-one");
});

afterAll(() => parley?.stop());

const { plant, allDone, rowsOf, othersOf } = plantedDocuments(() => parley);

test("a folder is removed with its subfolders, documents and their contents; its siblings are unchanged", async () => {
  const workspace = await plant([
    { organizationId: "acme", documentId: "doc-top-z1", folderId: "top" },
    { organizationId: "acme", documentId: "doc-sub-z1", folderId: "sub" },
    { organizationId: "acme", documentId: "doc-beside-z1", folderId: "beside" },
    { organizationId: "globex", documentId: "doc-top-z1", folderId: "top" },
  ]);
  const { customer } = workspace;
  await customer.data("/v2/organizations/folders/update", {
    organizationId: "acme",
    folders: [{ folderId: "sub", parentFolderId: "top" }],
  });
  await customer.data("/v2/users/add", { organizationId: "acme", folderId: "sub", users: [{ userId: "in-sub-folder" }] });
  const before = [await othersOf(workspace, "doc-beside-z1"), await othersOf(workspace, "globex")];

  const deleted = await customer.post("/v2/organizations/folders/delete", { organizationId: "acme", folderId: "top" });
  const again = await customer.post("/v2/organizations/folders/delete", { organizationId: "acme", folderId: "top" });
  await allDone(workspace);

  expect(deleted.body.result).toEqual({ status: "success", message: "Folder deletion was initiated.", data: null });
  expect(again.body.error).toMatchObject({ code: "not-found" });
  expect(await rowsOf(workspace, "doc-sub-z1")).toEqual([]);
  expect((await rowsOf(workspace, "doc-top-z1")).filter((row) => !row.includes("globex"))).toEqual([]);
  expect(
    await querySql(parley.databaseUrl, "select user_id from users.memberships where api_key_id = $1 and kind = 'folder'", [
      workspace.apiKey,
    ]),
  ).toEqual([]);
  expect([await othersOf(workspace, "doc-beside-z1"), await othersOf(workspace, "globex")]).toEqual(before);
});

test("documents are removed with their contents, and data written under the same id afterwards is kept", async () => {
  const workspace = await plant([
    { organizationId: "acme", documentId: "doc-a-z2" },
    { organizationId: "acme", documentId: "doc-b-z2" },
  ]);
  const before = await othersOf(workspace, "doc-b-z2");

  await workspace.customer.data("/v2/organizations/documents/delete", { organizationId: "acme", documentIds: ["doc-a-z2", "unknown"] });
  await workspace.customer.data("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "doc-a-z2" }] });
  await workspace.customer.data("/v2/commentannotations/add", {
    organizationId: "acme",
    documentId: "doc-a-z2",
    commentAnnotations: [{ annotationId: "new", commentData: [{ commentId: "c", commentText: "new", from: { userId: "u" } }] }],
  });
  await allDone(workspace);

  const { data } = (await workspace.customer.post("/v2/commentannotations/get", { organizationId: "acme", documentId: "doc-a-z2" })).body
    .result;
  expect(data.map(({ annotationId }: { annotationId: string }) => annotationId)).toEqual(["new"]);
  expect((await rowsOf(workspace, "mark-acme-doc-a-z2")).length).toBe(0);
  expect(await othersOf(workspace, "doc-b-z2")).toEqual(before);
});

test.each([
  ["a folder", "/v2/organizations/folders/delete", { organizationId: "acme", folderId: "top" }],
  ["documents", "/v2/organizations/documents/delete", { organizationId: "acme", documentIds: ["one", "two"] }],
  ["an organization", "/v2/organizations/delete", { organizationIds: ["acme"] }],
])("of %s added again at once with the same ids, all acknowledged data exists after the removal", async (_, path, data) => {
  const places = ["one", "two"].map((documentId) => ({ organizationId: "acme", documentId, folderId: "top" }));
  const workspace = await plant(places);
  const { customer } = workspace;

  await customer.data(path, data);
  for (const place of places) await plantDocument(customer, place);
  await allDone(workspace);

  for (const { organizationId, documentId } of places) {
    const at = { organizationId, documentId };
    const annotations = await customer.data("/v2/commentannotations/get", at);
    expect(
      annotations.map(({ comments }: { comments: { reactionAnnotations: unknown[] }[] }) => comments[0]?.reactionAnnotations.length),
    ).toEqual([1, 1, 1]);
    expect(await customer.data("/v2/recordings/get", at)).toHaveLength(3);
    expect(await customer.data("/v2/notifications/get", { ...at, userId: "v" })).toHaveLength(3);
    expect(await customer.data("/v2/users/get", at)).toMatchObject([{ userId: "u" }]);
  }
});

test("an organization is removed with its contents, including groups and memberships", async () => {
  const workspace = await plant([
    { organizationId: "org-a-z3", documentId: "doc" },
    { organizationId: "org-b-z3", documentId: "doc" },
  ]);
  const { customer } = workspace;
  for (const organizationId of ["org-a-z3", "org-b-z3"]) {
    await customer.data("/v2/users/add", { organizationId, users: [{ userId: "u" }] });
    await customer.data("/v2/organizations/usergroups/add", { organizationId, organizationUserGroups: [{ groupId: "g" }] });
    await customer.data("/v2/organizations/usergroups/users/add", { organizationId, organizationUserGroupId: "g", userIds: ["u"] });
  }
  const before = await othersOf(workspace, "org-b-z3");

  await customer.data("/v2/organizations/delete", { organizationIds: ["org-a-z3"] });
  await allDone(workspace);

  expect(await rowsOf(workspace, "org-a-z3")).toEqual([]);
  expect(await othersOf(workspace, "org-b-z3")).toEqual(before);
  expect(
    await querySql(parley.databaseUrl, "select count(*)::int as members from users.group_members where api_key_id = $1", [
      workspace.apiKey,
    ]),
  ).toEqual([{ members: 1 }]);
});

test("only the organization directory knows the places of a removal, and only while it runs", async () => {
  const workspace = await plant([{ organizationId: "acme", documentId: "doc", folderId: "f" }]);
  const transport = createRpcTransport({
    baseUrl: `http://127.0.0.1:${parley.rpcPorts.get("organization-directory")}`,
    tokens: [parley.serviceToken],
  });
  const directory = createRpcClient(OrganizationDirectoryService, transport);

  await workspace.customer.data("/v2/organizations/folders/delete", { organizationId: "acme", folderId: "f" });
  await allDone(workspace);
  const [job] = await querySql<{ job_id: string }>(parley.databaseUrl, "select job_id from directory.erasure_jobs where api_key_id = $1", [
    workspace.apiKey,
  ]);
  const asked = directory.listErasedPlaces({ apiKeyId: workspace.apiKey, jobId: job?.job_id ?? "", kind: 1 });

  await expect(asked).rejects.toThrow("There is no erasure");
  await transport.close();
});
