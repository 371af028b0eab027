import { AccessState } from "@parley/contracts/organization-directory";
import { expect, test } from "vitest";
import { failureOf, outcomes, plantTree, useDirectory } from "./directory.ts";

const directory = useDirectory();

type Removal = { kind: string; folder_ids: string[]; document_ids: string[]; location_ids: string[]; requested_at_ms: string };

function removals(apiKeyId: string): Promise<Removal[]> {
  return directory.sql<Removal>(
    "select kind, folder_ids, document_ids, location_ids, requested_at_ms from directory.deleted_places where api_key_id = $1 order by removal_id",
    [apiKeyId],
  );
}

test("a deleted folder is gone with its folders and documents as soon as the call returns, for every RPC", async () => {
  const { client } = directory;
  const at = await plantTree(client);
  await client.addLocations({ ...at, documentId: "in-leaf", locations: [{ locationId: "a" }] });

  const { foldersDeleted } = await client.deleteFolder({ ...at, folderId: "top" });

  expect(foldersDeleted).toBe(3);
  expect((await client.getFolders(at)).folders.map(({ folderId }) => folderId)).toEqual(["beside"]);
  expect((await client.getDocuments(at)).documents.map(({ documentId }) => documentId)).toEqual(["in-beside", "in-none"]);
  expect((await client.getDocuments({ ...at, documentIds: ["in-top", "in-leaf"] })).documents).toEqual([]);
  expect(await failureOf(client.getDocuments({ ...at, folderId: "leaf" }))).toMatchObject({ reason: "folder_not_found" });
  expect(await failureOf(client.getLocations({ ...at, documentId: "in-leaf" }))).toMatchObject({ reason: "document_not_found" });
  expect(outcomes(await client.addLocations({ ...at, documentId: "in-leaf", locations: [{ locationId: "b" }] }))).toEqual({
    b: "not_found",
  });
  expect(outcomes(await client.updateFolders({ ...at, folders: [{ folderId: "leaf", folderName: "x" }] }))).toEqual({ leaf: "not_found" });
  expect(outcomes(await client.updateDocuments({ ...at, documents: [{ documentId: "in-leaf", documentName: "x" }] }))).toEqual({
    "in-leaf": "not_found",
  });
  expect(outcomes(await client.updateDocuments({ ...at, documents: [{ documentId: "in-leaf", folderId: "beside" }] }))).toEqual({
    "in-leaf": "not_found",
  });
  expect(outcomes(await client.setDocumentsDisabled({ ...at, documentIds: ["in-leaf"], disabled: true }))).toEqual({
    "in-leaf": "not_found",
  });
  expect(outcomes(await client.deleteDocuments({ ...at, documentIds: ["in-leaf"] }))).toEqual({ "in-leaf": "not_found" });
  expect(await failureOf(client.moveDocuments({ ...at, documentIds: ["in-leaf"], folderId: "beside" }))).toMatchObject({
    kind: "not_found",
  });
  const places = [{ organizationId: at.organizationId, folderId: "leaf", documentId: "in-leaf" }];
  expect((await client.ensureExists({ ...at, places })).places).toMatchObject([
    { organizationExists: true, folderExists: false, documentExists: false },
  ]);
  const { states } = await client.checkAccess({ ...at, subjects: [{ organizationId: at.organizationId, documentId: "in-leaf" }] });
  expect(states).toEqual([AccessState.NOT_FOUND]);
});

test("for a deleted and re-added thing the time of its removal is reported", async () => {
  const { client } = directory;
  const at = await plantTree(client);
  const documents = ["in-leaf", "in-beside", "in-none", ""];
  const subjects = documents.map((documentId) => ({ organizationId: at.organizationId, documentId }));
  const removedUntil = async () => (await client.checkAccess({ ...at, subjects, withRemovals: true })).removedUntilMs;
  const before = BigInt(Date.now());
  await client.deleteFolder({ ...at, folderId: "top" });
  await client.deleteDocuments({ ...at, documentIds: ["in-beside"] });

  await client.addDocuments({ ...at, documents: [{ documentId: "in-leaf" }, { documentId: "in-beside" }] });

  const [inLeaf = 0n, inBeside = 0n, ...others] = await removedUntil();
  expect(inLeaf).toBeGreaterThanOrEqual(before);
  expect(inBeside).toBeGreaterThanOrEqual(before);
  expect(others).toEqual([0n, 0n]);
  await client.deleteOrganizations({ ...at, organizationIds: [at.organizationId] });
  for (const moment of await removedUntil()) expect(moment).toBeGreaterThanOrEqual(before);
  expect((await client.checkAccess({ ...at, subjects })).removedUntilMs).toEqual([]);
});

test("a folder is deleted once; then it is not found, like one that never existed", async () => {
  const at = await plantTree(directory.client);
  await directory.client.deleteFolder({ ...at, folderId: "top" });

  expect(await failureOf(directory.client.deleteFolder({ ...at, folderId: "top" }))).toMatchObject({
    kind: "not_found",
    reason: "folder_not_found",
  });
  expect(await failureOf(directory.client.deleteFolder({ ...at, folderId: "leaf" }))).toMatchObject({ kind: "not_found" });
  expect(await failureOf(directory.client.deleteFolder({ ...at, folderId: "never" }))).toMatchObject({ kind: "not_found" });
  expect(await failureOf(directory.client.deleteFolder({ ...at, organizationId: "never", folderId: "top" }))).toMatchObject({
    reason: "organization_not_found",
  });
});

test("a folder added again after its deletion is new and empty", async () => {
  const { client } = directory;
  const at = await plantTree(client);
  await client.updateFolders({ ...at, folders: [{ folderId: "top", folderName: "Top", metadataJson: '{"a":1}' }] });
  await client.deleteFolder({ ...at, folderId: "top" });

  await client.addFolders({ ...at, folders: [{ folderId: "top" }, { folderId: "middle", parentFolderId: "top" }] });

  const { folders } = await client.getFolders({ ...at, folderIds: ["top", "middle", "leaf"] });
  expect(folders).toMatchObject([
    { folderId: "middle", parentFolderId: "top" },
    { folderId: "top", metadataJson: "{}" },
  ]);
  expect((await client.getDocuments({ ...at, folderId: "top" })).documents).toEqual([]);
  expect((await client.getDocuments({ ...at, folderId: "middle" })).documents).toEqual([]);
});

test("a document deleted with its folder is new when it is added again, and its removal is recorded separately", async () => {
  const { client } = directory;
  const at = await plantTree(client);
  await client.addDocuments({ ...at, documents: [{ documentId: "in-leaf", documentName: "Old", metadataJson: '{"old":true}' }] });
  await client.setDocumentsDisabled({ ...at, documentIds: ["in-leaf"], disabled: true });
  await client.addLocations({ ...at, documentId: "in-leaf", locations: [{ locationId: "old" }] });
  await client.deleteFolder({ ...at, folderId: "top" });

  const added = await client.addDocuments({ ...at, documents: [{ documentId: "in-leaf", folderId: "beside" }] });
  await client.ensureExists({ ...at, createDocument: true, places: [{ organizationId: at.organizationId, documentId: "in-top" }] });

  expect(added.results[0]?.message).toBe("The document was created.");
  const { documents } = await client.getDocuments({ ...at, documentIds: ["in-leaf", "in-top", "in-middle"] });
  expect(documents).toMatchObject([
    { documentId: "in-leaf", folderId: "beside", disabled: false, metadataJson: "{}" },
    { documentId: "in-top", disabled: false },
  ]);
  expect(documents[0]?.documentName).toBeUndefined();
  expect((await client.getLocations({ ...at, documentId: "in-leaf" })).locations).toEqual([]);
  expect((await removals(at.apiKeyId)).map(({ kind, document_ids }) => [kind, document_ids])).toEqual([
    ["folder", []],
    ["document", ["in-leaf"]],
    ["document", ["in-top"]],
  ]);
});

test("the deletion of a folder writes none of its documents, however many there are", async () => {
  const at = await plantTree(directory.client);
  const versions = () =>
    directory.sql("select document_id, xmin::text from directory.documents where api_key_id = $1 order by document_id", [at.apiKeyId]);
  const before = await versions();

  await directory.client.deleteFolder({ ...at, folderId: "top" });

  expect(before).toHaveLength(5);
  expect(await versions()).toEqual(before);
});

test("a deleted document is gone, and new and empty when it is added again", async () => {
  const { client } = directory;
  const at = await plantTree(client);
  await client.setDocumentsDisabled({ ...at, documentIds: ["in-top"], disabled: true });

  const deleted = await client.deleteDocuments({ ...at, documentIds: ["in-top", "unknown", "in-none"] });
  const again = await client.deleteDocuments({ ...at, documentIds: ["in-top"] });
  const listed = await client.getDocuments(at);
  await client.addDocuments({ ...at, documents: [{ documentId: "in-top" }] });

  expect(outcomes(deleted)).toEqual({ "in-top": "ok", unknown: "not_found", "in-none": "ok" });
  expect(outcomes(again)).toEqual({ "in-top": "not_found" });
  expect(listed.documents.map(({ documentId }) => documentId)).toEqual(["in-beside", "in-leaf", "in-middle"]);
  const { documents } = await client.getDocuments({ ...at, documentIds: ["in-top"] });
  expect(documents).toMatchObject([{ disabled: false }]);
  expect(documents[0]?.folderId).toBeUndefined();
});

test("a deleted organization is gone with all that is in it, and new and empty when it is added again", async () => {
  const { client } = directory;
  const at = await plantTree(client);
  await client.setOrganizationsDisabled({ ...at, organizationIds: ["acme"], disabled: true });

  const deleted = await client.deleteOrganizations({ ...at, organizationIds: ["acme", "unknown"] });
  const gone = await client.ensureExists({ ...at, places: [{ organizationId: "acme", folderId: "top", documentId: "in-top" }] });
  await client.addOrganizations({ ...at, organizations: [{ organizationId: "acme" }] });

  expect(outcomes(deleted)).toEqual({ acme: "ok", unknown: "not_found" });
  expect(gone.places).toMatchObject([{ organizationExists: false, folderExists: false, documentExists: false }]);
  expect((await client.getOrganizations(at)).organizations).toMatchObject([{ organizationId: "acme", disabled: false }]);
  expect((await client.getFolders(at)).folders).toEqual([]);
  expect((await client.getDocuments(at)).documents).toEqual([]);
  expect((await client.getDocuments({ ...at, documentIds: ["in-top"] })).documents).toEqual([]);
});

test("every deletion records what has to be erased, and one that deletes nothing records nothing", async () => {
  const { client } = directory;
  const at = await plantTree(client);
  const before = Date.now();
  await client.addLocations({ ...at, documentId: "in-none", locations: [{ locationId: "a" }, { locationId: "b" }] });

  await client.deleteLocations({ ...at, documentId: "in-none", locationIds: ["a", "b", "unknown"] });
  await client.deleteFolder({ ...at, folderId: "middle" });
  await client.deleteDocuments({ ...at, documentIds: ["in-none", "in-top"] });
  await client.deleteOrganizations({ ...at, organizationIds: ["acme"] });
  await client.deleteOrganizations({ ...at, organizationIds: ["acme"] });
  await client.deleteDocuments({ ...at, documentIds: ["in-none"] });

  const recorded = await removals(at.apiKeyId);
  const sorted = recorded.map((row) => [row.kind, row.folder_ids.toSorted(), row.document_ids.toSorted(), row.location_ids.toSorted()]);
  expect(sorted).toEqual([
    ["location", [], ["in-none"], ["a", "b"]],
    ["folder", ["leaf", "middle"], [], []],
    ["document", [], ["in-none", "in-top"], []],
    ["organization", [], [], []],
  ]);
  for (const { requested_at_ms } of recorded) expect(Number(requested_at_ms)).toBeGreaterThanOrEqual(before - 1_000);
});
