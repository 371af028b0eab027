import { afterAll, beforeAll, expect, test } from "vitest";
import { codesOf, findIds, type Key, startUsers, type Users } from "./users.ts";

let users: Users;
let client: Users["client"];

beforeAll(async () => {
  users = await startUsers();
  client = users.client;
});

afterAll(() => users?.stop());

const inDocuments = async ({ acme }: Key, documentIds: readonly string[], ...userIds: string[]) => {
  for (const documentId of documentIds)
    await client.addUsers({ ...acme, documentId, createDocument: true, users: userIds.map((userId) => ({ userId })) });
};

test("named users of any document are found, each once, and others are not", async () => {
  const key = await users.newKey();
  await inDocuments(key, ["plan", "other"], "a", "b");
  await client.addUsers({ ...key.acme, users: [{ userId: "member" }] });

  expect(await findIds(client, { ...key.acme, allDocuments: true, userIds: ["b", "a", "member", "b"], pageSize: 1 })).toEqual(["a", "b"]);
});

test("a user is involved in documents to which the user was added and in those of the user's threads, in byte order", async () => {
  const key = await users.newKey();
  await inDocuments(key, ["plan", "Zoo"], "a", "b");
  users.fakes.inThreads.set("a", ["plan", "thread"]);

  const { users: found } = await client.findUsers({ ...key.acme, allDocuments: true, withInvolvedDocuments: true });

  expect(found).toMatchObject([
    { userId: "a", involvedDocumentIds: ["Zoo", "plan", "thread"], hasMoreInvolvedDocuments: false },
    { userId: "b", involvedDocumentIds: ["Zoo", "plan"] },
  ]);
});

test("at most 1,000 documents of a user are listed, on pages of 20 users, and more are reported", async () => {
  const key = await users.newKey();
  await client.addUsers({ ...key.acme, users: Array.from({ length: 25 }, (_, index) => ({ userId: `u${100 + index}` })) });
  const many = Array.from({ length: 1_001 }, (_, index) => `d${1_000 + index}`);
  users.fakes.inThreads.set("u100", many);

  const { users: found, nextPageToken } = await client.findUsers({ ...key.acme, withInvolvedDocuments: true });

  expect([found.length, nextPageToken === ""]).toEqual([20, false]);
  expect(found[0]).toMatchObject({ involvedDocumentIds: many.slice(0, 1_000), hasMoreInvolvedDocuments: true });
  expect(found[1]).toMatchObject({ involvedDocumentIds: [], hasMoreInvolvedDocuments: false });
});

test("users are counted in the organization, in a document, in any document each once, and alone", async () => {
  const key = await users.newKey();
  await inDocuments(key, ["plan", "other"], "a", "b");
  await inDocuments(key, ["other"], "c");
  await client.addUsers({ ...key.acme, users: [{ userId: "a" }] });
  const count = async (of: object) => (await client.countUsers({ ...key.acme, ...of })).count;

  expect(await count({})).toBe(1);
  expect(await count({ documentId: "plan" })).toBe(2);
  expect(await count({ allDocuments: true })).toBe(3);
  expect(await count({ documentId: "unknown" })).toBe(0);
  expect([await count({ userId: "a" }), await count({ userId: "b" })]).toEqual([1, 0]);
  expect([await count({ allDocuments: true, userId: "c" }), await count({ allDocuments: true, userId: "d" })]).toEqual([1, 0]);
  await expect(client.countUsers({ ...key.acme, documentId: "plan", allDocuments: true })).rejects.toThrow("exclude each other");
});

test("users are changed in any document, or in the whole API key, whatever places they are in", async () => {
  const key = await users.newKey();
  await inDocuments(key, ["plan"], "in-document");
  await client.addUsers({ ...key.acme, users: [{ userId: "member" }] });
  const change = async (where: object) => {
    const changed = ["in-document", "member", "nobody"].map((userId) => ({ userId, metadataJson: JSON.stringify(where) }));
    return codesOf((await client.updateUsers({ apiKeyId: key.apiKeyId, ...where, users: changed })).results);
  };

  expect(await change({ organizationId: "acme", allDocuments: true })).toEqual({
    "in-document": "ok",
    member: "not_found",
    nobody: "not_found",
  });
  expect(await change({ everywhere: true })).toEqual({ "in-document": "ok", member: "ok", nobody: "not_found" });
  const { users: found } = await client.getProfiles({ apiKeyId: key.apiKeyId, userIds: ["in-document", "member"] });
  expect(found.map(({ metadataJson }) => JSON.parse(metadataJson))).toEqual([
    { organizationId: "acme", allDocuments: true, everywhere: true },
    { everywhere: true },
  ]);
});

test.each([
  ["no organization", {}],
  ["a document and all places", { organizationId: "acme", documentId: "plan", everywhere: true }],
  ["all documents and all places", { organizationId: "acme", everywhere: true, allDocuments: true }],
])("a change of users with %s is refused, and one of roles in several places", async (_, where) => {
  const { apiKeyId } = await users.newKey();

  await expect(client.updateUsers({ apiKeyId, ...where, users: [{ userId: "a" }] })).rejects.toMatchObject({
    failure: { kind: "invalid_argument" },
  });
  const withRole = [{ userId: "a", accessRole: "viewer" }];
  await expect(client.updateUsers({ apiKeyId, everywhere: true, users: withRole })).rejects.toThrow("belongs to one place");
});
