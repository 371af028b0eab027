import { withConstants } from "@parley/runtime";
import { orphanedRows, querySql, until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { codesOf, findIds, startUsers, type Users } from "./users.ts";

let users: Users;
let client: Users["client"];

beforeAll(async () => {
  users = await startUsers({ ...withConstants({ maxRemovedBytes: 40_000 }) });
  client = users.client;
});

afterAll(() => users?.stop());

async function newGroup(userIds: readonly string[] = ["x", "y", "z"]) {
  const { acme, apiKeyId } = await users.newKey();
  const group = { ...acme, groupId: "designers" };
  await client.addGroups({ ...acme, groups: [{ groupId: group.groupId, groupName: "Designers" }] });
  await client.addUsers({ ...acme, users: userIds.map((userId) => ({ userId })) });
  return { apiKeyId, acme, group };
}

/** Inserts a member for each number of a series straight into the table, because the RPCs accept only a thousand at a time. */
async function fillGroup({ apiKeyId }: { apiKeyId: string }, count: number): Promise<void> {
  await querySql(
    users.databaseUrl,
    `insert into users.group_members (api_key_id, group_ref, user_id)
     select $1, g.group_ref, 'n' || lpad(n::text, 7, '0') from users.user_groups g, generate_series(1, $2) n where g.api_key_id = $1`,
    [apiKeyId, count],
  );
}

test("groups are listed in byte order, with their names", async () => {
  const { acme } = await users.newKey();

  await client.addGroups({ ...acme, groups: [{ groupId: "b", groupName: "Bees" }, { groupId: "a" }, { groupId: "B" }] });
  await client.addGroups({ ...acme, groups: [{ groupId: "b" }, { groupId: "a", groupName: "Ants" }] });

  const first = await client.getGroups({ ...acme, pageSize: 2 });
  const second = await client.getGroups({ ...acme, pageSize: 2, pageToken: first.nextPageToken });
  expect([...first.groups, ...second.groups].map(({ groupId, groupName }) => [groupId, groupName])).toEqual([
    ["B", ""],
    ["a", "Ants"],
    ["b", "Bees"],
  ]);
  expect(second.nextPageToken).toBe("");
  expect((await client.getGroups({ ...acme, groupIds: ["b", "none"] })).groups.map(({ groupId }) => groupId)).toEqual(["b"]);
});

test("the groups of a user within the organization are listed page by page", async () => {
  const { acme, apiKeyId } = await users.newKey();
  const elsewhere = { apiKeyId, organizationId: "elsewhere" };
  await client.addUsers({ ...elsewhere, users: [{ userId: "x" }], createOrganization: true });
  await client.addGroups({ ...elsewhere, groups: [{ groupId: "a" }] });
  await client.addUsersToGroup({ ...elsewhere, groupId: "a", userIds: ["x"] });
  await client.addUsers({ ...acme, users: [{ userId: "x" }, { userId: "y" }] });
  await client.addGroups({ ...acme, groups: ["c", "b", "a", "gone"].map((groupId) => ({ groupId, groupName: `Group ${groupId}` })) });
  for (const groupId of ["c", "b", "gone"]) await client.addUsersToGroup({ ...acme, groupId, userIds: ["x"] });
  await client.addUsersToGroup({ ...acme, groupId: "a", userIds: ["y"] });
  await client.deleteGroups({ ...acme, groupIds: ["gone"] });

  const first = await client.getGroups({ ...acme, userId: "x", pageSize: 1 });
  const second = await client.getGroups({ ...acme, userId: "x", pageSize: 1, pageToken: first.nextPageToken });

  expect([...first.groups, ...second.groups].map(({ groupId, groupName }) => [groupId, groupName])).toEqual([
    ["b", "Group b"],
    ["c", "Group c"],
  ]);
  expect(second.nextPageToken).toBe("");
  expect((await client.getGroups({ ...acme, userId: "nobody" })).groups).toEqual([]);
  await expect(client.getGroups({ ...acme, userId: "x", groupIds: ["a"] })).rejects.toMatchObject({
    failure: { kind: "invalid_argument" },
  });
});

test("a group needs an organization", async () => {
  const { apiKeyId } = await users.newKey();
  const request = { apiKeyId, organizationId: "none", groups: [{ groupId: "g" }] };

  expect(codesOf((await client.addGroups(request)).results)).toEqual({ g: "not_found" });
  expect(codesOf((await client.addGroups({ ...request, createOrganization: true })).results)).toEqual({ g: "ok" });
});

test("only users of the organization can be added, and adding twice is the same as once", async () => {
  const { acme, group } = await newGroup();
  await client.addUsers({ ...acme, documentId: "plan", users: [{ userId: "of-document" }] });

  const first = await client.addUsersToGroup({ ...group, userIds: ["x", "of-document", "nobody", "x"] });
  const second = await client.addUsersToGroup({ ...group, userIds: ["x", "y"] });

  expect(codesOf(first.results)).toEqual({ x: "ok", "of-document": "not_found", nobody: "not_found" });
  expect(codesOf(second.results)).toEqual({ x: "ok", y: "ok" });
  expect(await findIds(client, { ...acme, groupIds: ["designers"] })).toEqual(["x", "y"]);
});

test("an unknown group or organization fails every item", async () => {
  const { apiKeyId, acme } = await newGroup();
  const userIds = ["x", "nobody"];
  const all = { x: "not_found", nobody: "not_found" };

  expect(codesOf((await client.addUsersToGroup({ ...acme, groupId: "none", userIds })).results)).toEqual(all);
  expect(codesOf((await client.addUsersToGroup({ apiKeyId, organizationId: "none", groupId: "designers", userIds })).results)).toEqual(all);
  expect(codesOf((await client.removeUsersFromGroup({ ...acme, groupId: "none", userIds })).results)).toEqual(all);
});

test("a group and an organization of another API key do not exist", async () => {
  const { acme, group } = await newGroup();
  await client.addUsersToGroup({ ...group, userIds: ["x"] });
  const stranger = await users.newKey();
  await client.addUsers({ ...stranger.acme, users: [{ userId: "x" }] });
  const asStranger = { ...stranger.acme, groupId: "designers", userIds: ["x"] };

  expect(codesOf((await client.addUsersToGroup(asStranger)).results)).toEqual({ x: "not_found" });
  expect(codesOf((await client.removeUsersFromGroup(asStranger)).results)).toEqual({ x: "not_found" });
  expect(await findIds(client, { ...acme, groupIds: ["designers"] })).toEqual(["x"]);
});

test("removing reports ids that are not users of the organization; a user who is not in the group is a success", async () => {
  const { acme, group } = await newGroup();
  await client.addUsersToGroup({ ...group, userIds: ["x", "y"] });

  const { results } = await client.removeUsersFromGroup({ ...group, userIds: ["x", "z", "nobody", "x"] });

  expect(codesOf(results)).toEqual({ x: "ok", z: "ok", nobody: "not_found" });
  expect(await findIds(client, { ...acme, groupIds: ["designers"] })).toEqual(["y"]);
});

test("removing needs either user ids or the flag for all", async () => {
  const { group } = await newGroup();

  for (const request of [{}, { userIds: ["x"], deleteAll: true }]) {
    await expect(client.removeUsersFromGroup({ ...group, ...request })).rejects.toMatchObject({ failure: { kind: "invalid_argument" } });
  }
});

test("removing all returns each removed user and keeps the group", async () => {
  const { acme, group } = await newGroup();
  await client.addUsersToGroup({ ...group, userIds: ["x", "y"] });

  const first = await client.removeUsersFromGroup({ ...group, deleteAll: true });
  const second = await client.removeUsersFromGroup({ ...group, deleteAll: true });

  expect(first).toMatchObject({ removedUserIds: ["x", "y"], more: false, groupExists: true, results: [] });
  expect(second).toMatchObject({ removedUserIds: [], more: false, groupExists: true });
  expect((await client.getGroups(acme)).groups).toHaveLength(1);
  expect(await client.removeUsersFromGroup({ ...acme, groupId: "none", deleteAll: true })).toMatchObject({
    groupExists: false,
    removedUserIds: [],
  });
});

test("a group whose members do not fit into one response is emptied by repeats, and every member is named once", async () => {
  const { acme, group } = await newGroup();
  await fillGroup(acme, 10_000);

  const removed: string[] = [];
  let calls = 0;
  for (let more = true; more; calls++) {
    const answer = await client.removeUsersFromGroup({ ...group, deleteAll: true });
    removed.push(...answer.removedUserIds);
    more = answer.more;
  }

  expect(calls).toBeGreaterThan(1);
  expect(new Set(removed).size).toBe(10_000);
  expect(removed).toHaveLength(10_000);
  expect(await findIds(client, { ...acme, groupIds: ["designers"] })).toEqual([]);
});

test("a group that is deleted and added again is empty", async () => {
  const { acme, group } = await newGroup();
  await client.addUsersToGroup({ ...group, userIds: ["x"] });

  const deleted = await client.deleteGroups({ ...acme, groupIds: ["designers", "none", "designers"] });
  const whileGone = await findIds(client, { ...acme, groupIds: ["designers"] });
  await client.addGroups({ ...acme, groups: [{ groupId: "designers" }] });

  expect(codesOf(deleted.results)).toEqual({ designers: "ok", none: "not_found" });
  expect(whileGone).toEqual([]);
  expect(await findIds(client, { ...acme, groupIds: ["designers"] })).toEqual([]);
  expect((await client.getGroups(acme)).groups[0]?.groupName).toBe("");
});

test("the members of a deleted group are removed, however many there are, and those of others stay", async () => {
  const deleted = await newGroup();
  const kept = await newGroup();
  await fillGroup(deleted.acme, 2_500);
  await client.addUsersToGroup({ ...kept.group, userIds: ["x", "y"] });

  await client.deleteGroups({ ...deleted.acme, groupIds: ["designers"] });

  await until(async () => (await orphanedRows(users.databaseUrl)).length === 0);
  const left = await querySql(users.databaseUrl, "select from users.deleted_groups where api_key_id = $1", [deleted.apiKeyId]);
  expect(left).toEqual([]);
  expect(await findIds(client, { ...kept.acme, groupIds: ["designers"] })).toEqual(["x", "y"]);
});
