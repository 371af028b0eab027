import { afterAll, beforeAll, expect, test } from "vitest";
import { type Key, startUsers, type Users } from "./users.ts";

let users: Users;
let key: Key;

const people = {
  member: {},
  guest: { documentId: "plan" },
  "of-folder": { folderId: "outer" },
  elsewhere: { documentId: "other" },
  "of-globex": { organizationId: "globex" },
} as const;
const everyone = [...Object.keys(people), "nobody"];

beforeAll(async () => {
  users = await startUsers();
  key = await users.newKey();
  users.fakes.folders.set("plan", ["inner", "outer"]);
  const flags = { createOrganization: true, createDocument: true, createFolder: true };
  for (const [userId, place] of Object.entries(people))
    await users.client.addUsers({ ...key.acme, users: [{ userId }], ...flags, ...place });
});

afterAll(() => users?.stop());

async function entering(accessType: string, documentId = "plan"): Promise<string[]> {
  users.fakes.accessTypes.set(documentId, accessType);
  const answer = await users.client.resolveUsers({ ...key.acme, userIds: everyone, documentIds: [documentId] });
  return answer.users.filter(({ documentIds }) => documentIds.includes(documentId)).map(({ userId }) => userId);
}

test.each([
  ["restricted", ["guest", "of-folder"]],
  ["organizationPrivate", ["member", "guest", "of-folder"]],
  ["", ["member", "guest", "of-folder"]],
  ["public", ["member", "guest", "of-folder", "elsewhere"]],
])("a document of the type '%s' lets in %j", async (accessType, expected) => {
  expect(await entering(accessType)).toEqual(expected);
});

test("documents of one request are decided each by its own type", async () => {
  users.fakes.accessTypes.set("plan", "restricted");
  users.fakes.accessTypes.set("other", "organizationPrivate");

  const { users: found } = await users.client.resolveUsers({ ...key.acme, userIds: ["member", "guest"], documentIds: ["plan", "other"] });

  expect(found.map(({ documentIds }) => documentIds)).toEqual([["other"], ["plan"]]);
});

test("who was added to a document that was deleted does not enter the one that was made again with its id", async () => {
  users.fakes.removedUntil.set("plan", BigInt(Date.now() + 60_000));

  expect(await entering("restricted")).toEqual(["of-folder"]);

  users.fakes.removedUntil.delete("plan");
});
