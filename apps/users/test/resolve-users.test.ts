import { afterAll, beforeAll, expect, test } from "vitest";
import { type Key, startUsers, type Users } from "./users.ts";

let users: Users;
let key: Key;

beforeAll(async () => {
  users = await startUsers();
  key = await users.newKey();
});

afterAll(() => users?.stop());

test("a user is of a document through it, through a folder that it is in, and through its organization, and of no other document", async () => {
  const { apiKeyId } = key;
  const flags = { createOrganization: true, createDocument: true, createFolder: true };
  const add = (userId: string, place: object) =>
    users.client.addUsers({ apiKeyId, organizationId: "acme", users: [{ userId }], ...flags, ...place });
  await add("of-all", {});
  await add("of-one", { documentId: "one" });
  await add("of-two", { documentId: "two" });
  await add("of-folder", { folderId: "outer" });
  await add("of-namesake", { folderId: "one" });
  users.fakes.folders.set("two", ["inner", "outer"]);
  await add("of-globex", { organizationId: "globex", documentId: "one" });
  const userIds = ["of-all", "of-one", "of-two", "of-folder", "of-namesake", "of-globex", "nobody"];

  const documentIds = ["one", "two", "three"];
  const asked = await users.client.resolveUsers({ apiKeyId, organizationId: "acme", userIds, documentIds });
  const notAsked = await users.client.resolveUsers({ apiKeyId, organizationId: "acme", userIds });

  expect(asked.users.map((user) => [user.userId, user.documentIds])).toEqual([
    ["of-all", documentIds],
    ["of-one", ["one"]],
    ["of-two", ["two"]],
    ["of-folder", ["two"]],
    ["of-namesake", []],
    ["of-globex", []],
    ["nobody", []],
  ]);
  expect(notAsked.users.flatMap((user) => user.documentIds)).toEqual([]);
});

test("at most a thousand pairs of users and documents are asked for at once", async () => {
  const ask = (userCount: number, documentCount: number) =>
    users.client.resolveUsers({
      apiKeyId: key.apiKeyId,
      organizationId: "acme",
      userIds: Array.from({ length: userCount }, (_, index) => `u${index}`),
      documentIds: Array.from({ length: documentCount }, (_, index) => `d${index}`),
    });

  expect((await ask(10, 100)).users).toHaveLength(10);
  await expect(ask(11, 100)).rejects.toThrow("At most 1000 pairs of users and documents can be asked for.");
});
