import { withConstants } from "@parley/runtime";
import { expect, test } from "vitest";
import { type DirectoryClient, failureOf, newKey, outcomes, plantTree, useDirectory } from "./directory.ts";

const directory = useDirectory({ ...withConstants({ maxFolderDepth: 6 }) });

async function parents(
  client: DirectoryClient,
  at: { apiKeyId: string; organizationId: string },
): Promise<Record<string, string | undefined>> {
  const { folders } = await client.getFolders(at);
  return Object.fromEntries(folders.map(({ folderId, parentFolderId }) => [folderId, parentFolderId]));
}

test("a subtree is created in one batch, children before parents", async () => {
  const apiKeyId = newKey();
  await directory.client.addOrganizations({ apiKeyId, organizations: [{ organizationId: "acme" }] });
  const at = { apiKeyId, organizationId: "acme" };

  const response = await directory.client.addFolders({
    ...at,
    folders: [
      { folderId: "c", parentFolderId: "b", folderName: "C" },
      { folderId: "b", parentFolderId: "a", metadataJson: '{"color":"red","gone":null}' },
      { folderId: "a", parentFolderId: "root" },
    ],
  });

  expect(outcomes(response)).toEqual({ c: "ok", b: "ok", a: "ok" });
  const { folders } = await directory.client.getFolders(at);
  expect(folders).toMatchObject([
    { folderId: "a", metadataJson: "{}" },
    { folderId: "b", parentFolderId: "a", metadataJson: '{"color": "red"}' },
    { folderId: "c", parentFolderId: "b", folderName: "C" },
  ]);
  expect(folders[0]?.parentFolderId).toBeUndefined();
});

test("adding a folder that exists changes it and keeps its place unless another is named", async () => {
  const at = await plantTree(directory.client);

  await directory.client.addFolders({ ...at, folders: [{ folderId: "leaf", folderName: "Leaf" }] });
  const kept = await parents(directory.client, at);
  await directory.client.addFolders({ ...at, folders: [{ folderId: "leaf", parentFolderId: "beside" }] });

  expect(kept).toEqual({ top: undefined, middle: "top", leaf: "middle", beside: undefined });
  const { folders } = await directory.client.getFolders({ ...at, folderIds: ["leaf"] });
  expect(folders).toMatchObject([{ folderName: "Leaf", parentFolderId: "beside" }]);
});

test("a folder moves with all its contents", async () => {
  const at = await plantTree(directory.client);

  const response = await directory.client.updateFolders({ ...at, folders: [{ folderId: "middle", parentFolderId: "beside" }] });

  expect(outcomes(response)).toEqual({ middle: "ok" });
  expect(await parents(directory.client, at)).toEqual({ top: undefined, middle: "beside", leaf: "middle", beside: undefined });
  const { documents } = await directory.client.getDocuments({ ...at, folderId: "leaf" });
  expect(documents.map(({ documentId }) => documentId)).toEqual(["in-leaf"]);
});

test("a folder is moved to the top level by naming root", async () => {
  const at = await plantTree(directory.client);

  await directory.client.updateFolders({ ...at, folders: [{ folderId: "middle", parentFolderId: "root" }] });

  const { folders } = await directory.client.getFolders({ ...at, parentFolderId: "root" });
  expect(folders.map(({ folderId }) => folderId)).toEqual(["beside", "middle", "top"]);
});

test("a folder cannot be put into itself or below itself, and stays unchanged", async () => {
  const at = await plantTree(directory.client);
  const before = await parents(directory.client, at);

  const response = await directory.client.updateFolders({
    ...at,
    folders: [
      { folderId: "top", parentFolderId: "leaf", folderName: "changed" },
      { folderId: "beside", parentFolderId: "beside" },
      { folderId: "middle", folderName: "Middle" },
    ],
  });

  expect(outcomes(response)).toEqual({ top: "cycle", beside: "cycle", middle: "ok" });
  expect(await parents(directory.client, at)).toEqual(before);
  const { folders } = await directory.client.getFolders({ ...at, folderIds: ["top", "middle"] });
  expect(folders.map(({ folderName }) => folderName)).toEqual(["Middle", undefined]);
});

test("two moves of one batch that together would make a cycle do not both succeed", async () => {
  const at = await plantTree(directory.client);

  const response = await directory.client.updateFolders({
    ...at,
    folders: [
      { folderId: "top", parentFolderId: "beside" },
      { folderId: "beside", parentFolderId: "leaf" },
    ],
  });

  expect(outcomes(response)).toEqual({ top: "ok", beside: "cycle" });
});

test("a move that fails because of its metadata does not allow another one", async () => {
  const at = await plantTree(directory.client);
  const full = JSON.stringify({ text: "x".repeat(16_000) });
  await directory.client.updateFolders({ ...at, folders: [{ folderId: "middle", metadataJson: full }] });

  const response = await directory.client.updateFolders({
    ...at,
    folders: [
      { folderId: "middle", parentFolderId: "root", metadataJson: JSON.stringify({ more: "x".repeat(1_000) }) },
      { folderId: "top", parentFolderId: "leaf" },
    ],
  });

  expect(outcomes(response)).toEqual({ middle: "invalid", top: "cycle" });
  expect(await parents(directory.client, at)).toEqual({ top: undefined, middle: "top", leaf: "middle", beside: undefined });
});

test("no folder gets deeper than the limit, by creation or by a move", async () => {
  const at = await plantTree(directory.client);
  const chain = ["4", "5", "6", "7"].map((folderId, index, ids) => ({ folderId, parentFolderId: ids[index - 1] ?? "leaf" }));

  const added = await directory.client.addFolders({ ...at, folders: chain });
  const moved = await directory.client.updateFolders({ ...at, folders: [{ folderId: "top", parentFolderId: "beside" }] });

  expect(outcomes(added)).toEqual({ 4: "ok", 5: "ok", 6: "ok", 7: "too_deep" });
  expect(outcomes(moved)).toEqual({ top: "too_deep" });
});

test("unknown folders, parents and organizations fail only their own items, unless the organization is to be created", async () => {
  const at = await plantTree(directory.client);

  const updated = await directory.client.updateFolders({
    ...at,
    folders: [
      { folderId: "unknown", folderName: "x" },
      { folderId: "leaf", parentFolderId: "unknown" },
      { folderId: "top", folderName: "T" },
    ],
  });
  const renamed = await directory.client.updateFolders({ ...at, folders: [{ folderId: "unknown", folderName: "x" }] });
  const added = await directory.client.addFolders({ ...at, folders: [{ folderId: "new", parentFolderId: "unknown" }] });
  const elsewhere = await directory.client.addFolders({ ...at, organizationId: "unknown", folders: [{ folderId: "new" }] });
  const created = await directory.client.addFolders({
    ...at,
    organizationId: "other",
    folders: [{ folderId: "new" }],
    createOrganization: true,
  });

  expect(outcomes(updated)).toEqual({ unknown: "not_found", leaf: "not_found", top: "ok" });
  expect(outcomes(renamed)).toEqual({ unknown: "not_found" });
  expect(outcomes(added)).toEqual({ new: "not_found" });
  expect(outcomes(elsewhere)).toEqual({ new: "not_found" });
  expect(outcomes(created)).toEqual({ new: "ok" });
});

test("no folder can have the id root", async () => {
  const at = await plantTree(directory.client);

  const added = failureOf(directory.client.addFolders({ ...at, folders: [{ folderId: "new" }, { folderId: "root" }] }));
  const updated = failureOf(directory.client.updateFolders({ ...at, folders: [{ folderId: "root", folderName: "Root" }] }));
  const deleted = failureOf(directory.client.deleteFolder({ ...at, folderId: "root" }));

  for (const failure of [added, updated, deleted]) expect(await failure).toMatchObject({ kind: "invalid_argument" });
  expect((await directory.client.getFolders({ ...at, folderIds: ["new"] })).folders).toEqual([]);
});

test("the folders of an unknown organization or parent are not found, and an empty one has none", async () => {
  const at = await plantTree(directory.client);

  expect(await failureOf(directory.client.getFolders({ ...at, organizationId: "unknown" }))).toMatchObject({
    kind: "not_found",
    reason: "organization_not_found",
  });
  expect(await failureOf(directory.client.getFolders({ ...at, parentFolderId: "unknown" }))).toMatchObject({
    kind: "not_found",
    reason: "folder_not_found",
  });
  expect((await directory.client.getFolders({ ...at, parentFolderId: "leaf" })).folders).toEqual([]);
  expect(await failureOf(directory.client.getFolders({ ...at, parentFolderId: "top", folderIds: ["leaf"] }))).toMatchObject({
    kind: "invalid_argument",
  });
});
