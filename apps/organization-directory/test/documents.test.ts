import { expect, test } from "vitest";
import { failureOf, newKey, outcomes, plantTree, useDirectory } from "./directory.ts";

const directory = useDirectory();

const idsOf = ({ documents }: { documents: { documentId: string }[] }) => documents.map(({ documentId }) => documentId);

test("documents are created in folders and outside, and changed key by key", async () => {
  const at = await plantTree(directory.client);
  await directory.client.addDocuments({
    ...at,
    documents: [{ documentId: "report", documentName: "Report", folderId: "leaf", metadataJson: '{"pages":3,"draft":true}' }],
  });

  const response = await directory.client.addDocuments({ ...at, documents: [{ documentId: "report", metadataJson: '{"draft":null}' }] });

  expect(response.results[0]?.message).toBe("The document was updated.");
  const { documents } = await directory.client.getDocuments({ ...at, documentIds: ["report", "in-none", "unknown"] });
  expect(documents).toMatchObject([
    { documentId: "in-none", disabled: false, metadataJson: "{}" },
    { documentId: "report", documentName: "Report", folderId: "leaf", metadataJson: '{"pages": 3}' },
  ]);
  expect(documents[0]?.folderId).toBeUndefined();
});

test("missing things are created only on request", async () => {
  const apiKeyId = newKey();
  const at = { apiKeyId, organizationId: "acme" };
  const documents = [{ documentId: "a", folderId: "inbox" }, { documentId: "b" }];

  const refused = await directory.client.addDocuments({ ...at, documents });
  const withoutFolder = await directory.client.addDocuments({ ...at, documents, createOrganization: true });
  const complete = await directory.client.addDocuments({ ...at, documents, createFolder: true });

  expect(outcomes(refused)).toEqual({ a: "not_found", b: "not_found" });
  expect(outcomes(withoutFolder)).toEqual({ a: "not_found", b: "ok" });
  expect(outcomes(complete)).toEqual({ a: "ok", b: "ok" });
  expect(idsOf(await directory.client.getDocuments({ ...at, folderId: "inbox" }))).toEqual(["a"]);
});

test("a document is in one folder: another folder moves it, root takes it out, none keeps it", async () => {
  const at = await plantTree(directory.client);

  await directory.client.addDocuments({ ...at, documents: [{ documentId: "in-leaf", folderId: "beside" }] });
  await directory.client.updateDocuments({
    ...at,
    documents: [
      { documentId: "in-top", folderId: "root" },
      { documentId: "in-middle", documentName: "M" },
    ],
  });

  expect(idsOf(await directory.client.getDocuments({ ...at, folderId: "leaf" }))).toEqual([]);
  expect(idsOf(await directory.client.getDocuments({ ...at, folderId: "beside" }))).toEqual(["in-beside", "in-leaf"]);
  expect(idsOf(await directory.client.getDocuments({ ...at, folderId: "root" }))).toEqual(["in-none", "in-top"]);
  expect(idsOf(await directory.client.getDocuments({ ...at, folderId: "middle" }))).toEqual(["in-middle"]);
});

test("unknown documents and folders fail only their own items", async () => {
  const at = await plantTree(directory.client);

  const response = await directory.client.updateDocuments({
    ...at,
    documents: [{ documentId: "unknown" }, { documentId: "in-top", folderId: "unknown" }, { documentId: "in-leaf", folderId: "beside" }],
  });
  const elsewhere = await directory.client.updateDocuments({
    ...at,
    organizationId: "unknown",
    documents: [{ documentId: "in-top", folderId: "top" }],
  });

  expect(outcomes(response)).toEqual({ unknown: "not_found", "in-top": "not_found", "in-leaf": "ok" });
  expect(outcomes(elsewhere)).toEqual({ "in-top": "not_found" });
});

test("the state of documents is set for those that exist and never created", async () => {
  const at = await plantTree(directory.client);

  const response = await directory.client.setDocumentsDisabled({ ...at, documentIds: ["in-top", "unknown", "in-top"], disabled: true });

  expect(response.results.map(({ id, success, code }) => [id, success, code])).toEqual([
    ["in-top", true, ""],
    ["unknown", false, "not_found"],
  ]);
  const { documents } = await directory.client.getDocuments({ ...at, documentIds: ["in-top", "unknown", "in-leaf"] });
  expect(documents.map(({ documentId, disabled }) => [documentId, disabled])).toEqual([
    ["in-leaf", false],
    ["in-top", true],
  ]);
});

test("documents move together", async () => {
  const at = await plantTree(directory.client);

  await directory.client.moveDocuments({ ...at, documentIds: ["in-top", "in-none", "in-top"], folderId: "leaf" });

  expect(idsOf(await directory.client.getDocuments({ ...at, folderId: "leaf" }))).toEqual(["in-leaf", "in-none", "in-top"]);
  await directory.client.moveDocuments({ ...at, documentIds: ["in-leaf", "in-top"], folderId: "root" });
  expect(idsOf(await directory.client.getDocuments({ ...at, folderId: "root" }))).toEqual(["in-leaf", "in-top"]);
});

test("a move with a missing folder or document moves nothing and names what is missing", async () => {
  const at = await plantTree(directory.client);

  const documents = await failureOf(directory.client.moveDocuments({ ...at, documentIds: ["in-top", "lost", "gone"], folderId: "leaf" }));
  const folder = await failureOf(directory.client.moveDocuments({ ...at, documentIds: ["in-top", "lost"], folderId: "nowhere" }));
  const organization = await failureOf(
    directory.client.moveDocuments({ ...at, organizationId: "other", documentIds: ["in-top"], folderId: "leaf" }),
  );

  expect(documents).toMatchObject({ kind: "not_found", message: expect.stringContaining("lost, gone") });
  expect(folder).toMatchObject({ kind: "not_found", message: expect.stringMatching(/folder nowhere.*lost/) });
  expect(organization).toMatchObject({ kind: "not_found", message: expect.stringContaining("other") });
  expect(idsOf(await directory.client.getDocuments({ ...at, folderId: "top" }))).toEqual(["in-top"]);
});

test("a move that misses a thousand documents still gets a message that can be sent", async () => {
  const at = await plantTree(directory.client);
  const documentIds = Array.from({ length: 1_000 }, (_, index) => `${"日".repeat(250)}${index}`);

  const failure = await failureOf(directory.client.moveDocuments({ ...at, documentIds, folderId: "leaf" }));

  expect(failure).toMatchObject({ kind: "not_found", message: expect.stringMatching(/and 99\d more/) });
});

test("the documents of an unknown organization or folder are not found", async () => {
  const at = await plantTree(directory.client);

  expect(await failureOf(directory.client.getDocuments({ ...at, organizationId: "unknown" }))).toMatchObject({
    reason: "organization_not_found",
  });
  expect(await failureOf(directory.client.getDocuments({ ...at, folderId: "unknown" }))).toMatchObject({ reason: "folder_not_found" });
  expect(await failureOf(directory.client.getDocuments({ ...at, folderId: "top", documentIds: ["x"] }))).toMatchObject({
    kind: "invalid_argument",
  });
});
