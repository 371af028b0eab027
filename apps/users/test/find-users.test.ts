import { afterAll, beforeAll, expect, test } from "vitest";
import { findIds, type Key, startUsers, type Users } from "./users.ts";

let users: Users;
let client: Users["client"];
let key: Key;

const idsFrom = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(4, "0")}`);
const inputs = (ids: readonly string[]) => ids.map((userId) => ({ userId, name: `Name of ${userId}`, email: `${userId}@example.com` }));
const members = idsFrom("m", 130);

beforeAll(async () => {
  users = await startUsers();
  client = users.client;
  key = await users.newKey();
  const { acme } = key;
  await client.addUsers({ ...acme, users: inputs(members) });
  for (const [documentId, ids] of Object.entries(documents)) {
    await client.addUsers({ ...acme, documentId, users: inputs(ids), createDocument: true });
  }
  await client.addUsers({ ...acme, folderId: "notes", users: inputs(["m0003", "f1"]) });
  await client.addGroups({ ...acme, groups: Object.keys(groups).map((groupId) => ({ groupId })) });
  for (const [groupId, userIds] of Object.entries(groups)) await client.addUsersToGroup({ ...acme, groupId, userIds });
});

afterAll(() => users?.stop());

const documents = { "a-plan": idsFrom("d", 5), "b-plan": ["m0001", "d0001"], "c-plan": idsFrom("e", 6) };
const groups = {
  even: members.filter((_, index) => index % 2 === 0),
  low: members.slice(0, 40),
  late: members.slice(-3),
};

test("every page of an organization is in byte order with each user once, whatever the size of the page", async () => {
  for (const pageSize of [1, 7, 129, 130, 131, 1000]) expect(await findIds(client, { ...key.acme, pageSize })).toEqual(members);
});

test("users come with name and e-mail address", async () => {
  const { users: found } = await client.findUsers({ ...key.acme, pageSize: 1 });

  expect(found).toEqual([expect.objectContaining({ userId: "m0000", name: "Name of m0000", email: "m0000@example.com" })]);
});

test("users come with the customer's own keys, whichever filter finds them", async () => {
  const { acme } = await users.newKey();
  const ada = { userId: "ada", name: "Ada", metadataJson: '{"team": {"id": 7}, "title": "Analyst"}' };
  await client.addUsers({ ...acme, users: [ada, { userId: "bob" }] });
  await client.addUsers({ ...acme, documentId: "plan", users: [{ userId: "ada" }] });
  await client.addGroups({ ...acme, groups: [{ groupId: "g" }] });
  await client.addUsersToGroup({ ...acme, groupId: "g", userIds: ["ada"] });
  const queries = [{}, { userIds: ["ada"] }, { documentId: "plan" }, { allDocuments: true }, { groupIds: ["g"] }, { search: "ad" }];

  for (const query of [...queries, { groupIds: ["g"], userIds: ["ada"] }]) {
    const found = await client.findUsers({ ...acme, ...query });
    expect(found.users[0]).toMatchObject(ada);
  }

  const grouped = await client.findUsers({ ...acme, allDocuments: true, groupByDocument: true });
  expect(grouped.documents).toMatchObject([{ documentId: "plan", users: [ada] }]);
  const all = await client.findUsers(acme);
  expect(all.users[1]).toMatchObject({ userId: "bob", metadataJson: "{}" });
});

test("a page of users with large metadata is cut short, and the next one continues", async () => {
  const { acme } = await users.newKey();
  const ids = idsFrom("u", 40);
  await client.addUsers({ ...acme, users: ids.map((userId) => ({ userId, metadataJson: JSON.stringify({ text: "x".repeat(15_000) }) })) });

  for (const query of [{}, { search: "u" }]) {
    const { users: found, nextPageToken } = await client.findUsers({ ...acme, ...query });
    expect(found.length).toBeLessThan(20);
    expect(nextPageToken).not.toBe("");
    expect(await findIds(client, { ...acme, ...query })).toEqual(ids);
  }
});

test("only existing profiles of the API key are returned, each once in the requested order, as many as fit", async () => {
  const { acme } = await users.newKey();
  const other = await users.newKey();
  const large = JSON.stringify({ text: "x".repeat(15_000) });
  const ids = idsFrom("u", 200);
  await client.addUsers({ ...acme, users: [{ userId: "ada", name: "Ada", email: "ada@example.com", metadataJson: '{"a": 1}' }] });
  await client.addUsers({ ...acme, users: ids.map((userId) => ({ userId, metadataJson: large })) });
  const ask = async (of: typeof acme, ...userIds: string[]) => (await client.getProfiles({ apiKeyId: of.apiKeyId, userIds })).users;

  expect(await ask(acme, "nobody", "u0001", "ada", "u0001")).toMatchObject([
    { userId: "u0001", name: "", email: "", metadataJson: expect.stringContaining("xxx") },
    { userId: "ada", name: "Ada", email: "ada@example.com", metadataJson: '{"a": 1}' },
  ]);
  expect(await ask(other.acme, "ada")).toEqual([]);
  const fitting = (await ask(acme, ...ids)).map(({ userId }) => userId);
  expect(fitting).toEqual(ids.slice(0, 139));
});

test("named users are returned if they are in the place, each once", async () => {
  const userIds = ["m0005", "d0001", "m0001", "nobody", "m0005"];

  expect(await findIds(client, { ...key.acme, userIds })).toEqual(["m0001", "m0005"]);
  expect(await findIds(client, { ...key.acme, userIds, pageSize: 1 })).toEqual(["m0001", "m0005"]);
  expect(await findIds(client, { ...key.acme, documentId: "b-plan", userIds })).toEqual(["d0001", "m0001"]);
});

test("a document and a folder have their own users", async () => {
  expect(await findIds(client, { ...key.acme, documentId: "b-plan" })).toEqual(["d0001", "m0001"]);
  expect(await findIds(client, { ...key.acme, folderId: "notes" })).toEqual(["f1", "m0003"]);
});

test("the users of several groups are returned in order, each once", async () => {
  const expected = members.filter((id) => groups.even.includes(id) || groups.low.includes(id) || groups.late.includes(id));

  for (const pageSize of [1, 7, 50, 1000]) {
    expect(await findIds(client, { ...key.acme, groupIds: ["even", "low", "late", "none", "even"], pageSize })).toEqual(expected);
    expect(await findIds(client, { ...key.acme, groupIds: ["low"], pageSize })).toEqual(groups.low);
  }
});

test("a page of groups is full unless it is the last, however unevenly the users are spread", async () => {
  const { acme } = await users.newKey();
  const many = idsFrom("u", 900);
  await client.addUsers({ ...acme, users: inputs(many) });
  const groupIds = idsFrom("g", 40);
  await client.addGroups({ ...acme, groups: groupIds.map((groupId) => ({ groupId })) });
  // One group has the first 600, the others share the rest.
  await client.addUsersToGroup({ ...acme, groupId: "g0000", userIds: many.slice(0, 600) });
  for (const [index, groupId] of groupIds.slice(1).entries()) {
    await client.addUsersToGroup({ ...acme, groupId, userIds: many.slice(600 + index * 7, 600 + index * 7 + 14) });
  }

  const first = await client.findUsers({ ...acme, groupIds, pageSize: 500 });
  const all = await findIds(client, { ...acme, groupIds, pageSize: 500 });

  expect(first.users).toHaveLength(500);
  expect(all).toEqual(many.slice(0, 600 + 38 * 7 + 14));
});

test("groups and user ids are intersected", async () => {
  const userIds = ["m0001", "m0002", "m0100", "m0101", "nobody", "d0001"];

  expect(await findIds(client, { ...key.acme, groupIds: ["even", "low"], userIds })).toEqual(["m0001", "m0002", "m0100"]);
  expect(await findIds(client, { ...key.acme, groupIds: ["even", "low"], userIds, pageSize: 1 })).toEqual(["m0001", "m0002", "m0100"]);
});

test("all documents are returned grouped, in order, and a document continues on the next page", async () => {
  const request = { ...key.acme, allDocuments: true, groupByDocument: true };

  for (const pageSize of [1, 4, 5, 7, 100]) {
    const found: [string, string][] = [];
    for (let pageToken = ""; ; ) {
      const page = await client.findUsers({ ...request, pageSize, pageToken });
      expect(page.users).toEqual([]);
      found.push(...page.documents.flatMap(({ documentId, users: of }) => of.map(({ userId }): [string, string] => [documentId, userId])));
      pageToken = page.nextPageToken;
      if (pageToken === "") break;
    }
    expect(found, `pages of ${pageSize}`).toEqual(
      Object.entries(documents).flatMap(([documentId, ids]) => ids.toSorted().map((id) => [documentId, id])),
    );
  }
});

test("filters that match nothing give an empty list", async () => {
  const { apiKeyId, acme } = key;
  const requests = [
    { apiKeyId, organizationId: "none" },
    { ...acme, documentId: "none" },
    { ...acme, folderId: "root" },
    { ...acme, groupIds: ["none"] },
    { ...acme, groupIds: ["none"], userIds: ["m0001"] },
    { ...acme, userIds: ["none"] },
    { apiKeyId, organizationId: "none", allDocuments: true, groupByDocument: true },
  ];

  for (const request of requests) {
    expect(await client.findUsers(request)).toMatchObject({ users: [], documents: [], nextPageToken: "" });
  }
});

test("the same ids under another API key are different users, groups and places", async () => {
  const stranger = await users.newKey();
  const requests = [
    {},
    { documentId: "b-plan" },
    { folderId: "notes" },
    { groupIds: ["even"] },
    { groupIds: ["even"], userIds: ["m0001"] },
    { userIds: ["m0001"] },
    { allDocuments: true, groupByDocument: true },
  ];

  for (const request of requests) {
    expect(await client.findUsers({ ...stranger.acme, ...request })).toMatchObject({ users: [], documents: [], nextPageToken: "" });
  }
});

test("users who are added or removed between pages displace no others", async () => {
  const { acme } = await users.newKey();
  const staying = idsFrom("s", 60);
  const passing = idsFrom("p", 60);
  await client.addUsers({ ...acme, users: inputs([...staying, ...passing]) });

  const seen: string[] = [];
  let pageToken = "";
  for (let page = 0; page === 0 || pageToken !== ""; page++) {
    const answer = await client.findUsers({ ...acme, pageSize: 10, pageToken });
    seen.push(...answer.users.map(({ userId }) => userId));
    pageToken = answer.nextPageToken;
    await client.deleteUsers({ ...acme, userIds: [...passing.slice(page * 5, page * 5 + 5), "nobody"] });
    await client.addUsers({ ...acme, users: inputs([`a${page}`, `s0030-${page}`, `z${page}`]) });
  }

  expect(seen.filter((id) => staying.includes(id))).toEqual(staying);
  expect(new Set(seen).size).toBe(seen.length);
});

test.each([
  ["a page size of 1,001", { pageSize: 1001 }],
  ["a negative page size", { pageSize: -1 }],
  ["1,001 user ids", { userIds: idsFrom("u", 1001) }],
  ["an id with control characters", { userIds: ["a\u0001"] }],
  ["an id of 257 characters", { documentId: "x".repeat(257) }],
  ["an invalid page token", { pageToken: "nonsense" }],
  ["a page token of another form", { pageToken: Buffer.from("[1]").toString("base64url") }],
  ["a document and a folder", { documentId: "a", folderId: "b" }],
  ["all documents by user ids, grouped", { allDocuments: true, groupByDocument: true, userIds: ["a"] }],
])("%s is refused", async (_, request) => {
  await expect(client.findUsers({ ...key.acme, ...request })).rejects.toMatchObject({ failure: { kind: "invalid_argument" } });
});
