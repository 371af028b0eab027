import { newId } from "@parley/kernel";
import { type QuotaCases, quotaOverrides, testQuotas } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { usersModule } from "../src/module.ts";
import { codesOf, findIds, startUsers, type Users } from "./users.ts";

let users: Users;

const acme = (apiKeyId: string) => ({ apiKeyId, organizationId: "acme" });

const addUsers = (apiKeyId: string, ids: readonly string[], place: { documentId?: string } = {}) =>
  users.client.addUsers({
    ...acme(apiKeyId),
    ...place,
    users: ids.map((userId) => ({ userId, name: `Name of ${userId}` })),
    createOrganization: true,
    createDocument: true,
  });

const addGroups = (apiKeyId: string, ids: readonly string[]) =>
  users.client.addGroups({ ...acme(apiKeyId), groups: ids.map((groupId) => ({ groupId })), createOrganization: true });

const cases: QuotaCases = {
  PARLEY_USERS_MAX_USERS_PER_KEY: {
    thing: "user",
    most: 4,
    ownLimit: "users",
    ids: ["a", "b", "c", "d", "e"],
    add: async (apiKeyId, ids) => (await addUsers(apiKeyId, ids)).results,
  },
  PARLEY_USERS_MAX_MEMBERSHIPS_PER_KEY: {
    thing: "membership",
    most: 5,
    ids: ["a", "b", "c"],
    before: (apiKeyId) => addUsers(apiKeyId, ["a", "b", "c"]),
    add: async (apiKeyId, ids) => (await addUsers(apiKeyId, ids, { documentId: "plan" })).results,
  },
  PARLEY_USERS_MAX_GROUPS_PER_KEY: {
    thing: "group",
    most: 2,
    ids: ["a", "b", "c"],
    add: async (apiKeyId, ids) => (await addGroups(apiKeyId, ids)).results,
  },
  PARLEY_USERS_MAX_GROUP_MEMBERS_PER_KEY: {
    thing: "group member",
    most: 2,
    ids: ["a", "b", "c"],
    before: async (apiKeyId) => {
      await addUsers(apiKeyId, ["a", "b", "c"]);
      await addGroups(apiKeyId, ["designers"]);
    },
    add: async (apiKeyId, userIds) => (await addMembers(apiKeyId, "designers", userIds)).results,
  },
  PARLEY_ERASURE_MAX_REMOVALS_PER_KEY: {
    thing: "removal",
    most: 2,
    ids: ["a", "b", "c"],
    repeatsNeedRoom: true,
    add: async (apiKeyId, ids) => {
      for (const userId of ids) await users.client.deleteUserData({ apiKeyId, userIds: [userId] });
      return ids.map((id) => ({ id, success: true, code: "", message: "" }));
    },
  },
};

const addMembers = (apiKeyId: string, groupId: string, userIds: readonly string[]) =>
  users.client.addUsersToGroup({ ...acme(apiKeyId), groupId, userIds: [...userIds] });

beforeAll(async () => {
  users = await startUsers(quotaOverrides(cases));
});

afterAll(() => users?.stop());

const newKey = async () => newId("pk_test");

testQuotas(usersModule, cases, newKey);

test("a user without room for a membership stays as it is, and is in no place", async () => {
  const apiKeyId = await newKey();
  await addUsers(apiKeyId, ["a", "b", "c"]);
  await addUsers(apiKeyId, ["a", "b"], { documentId: "plan" });

  const changed = { userId: "c", name: "Another" };
  const { results } = await users.client.addUsers({
    ...acme(apiKeyId),
    documentId: "plan",
    users: [changed, { userId: "a", name: "New" }],
  });

  expect(codesOf(results)).toEqual({ c: "quota_reached", a: "ok" });
  expect(await findIds(users.client, { ...acme(apiKeyId), documentId: "plan" })).toEqual(["a", "b"]);
  const { users: found } = await users.client.findUsers({ ...acme(apiKeyId), userIds: ["a", "c"] });
  expect(found.map(({ name }) => name)).toEqual(["New", "Name of c"]);
});

test("an id that cannot be in a group is reported as such, even without room", async () => {
  const apiKeyId = await newKey();
  await addUsers(apiKeyId, ["a", "b", "c"]);
  await addGroups(apiKeyId, ["designers"]);
  await addMembers(apiKeyId, "designers", ["a", "b"]);

  expect(codesOf((await addMembers(apiKeyId, "designers", ["stranger", "c", "a"])).results)).toEqual({
    stranger: "not_found",
    c: "quota_reached",
    a: "ok",
  });
  expect(codesOf((await addMembers(apiKeyId, "unknown", ["c"])).results)).toEqual({ c: "not_found" });
});
