import { afterAll, beforeAll, expect, test } from "vitest";
import { codesOf, findIds, startUsers, type Users } from "./users.ts";

let users: Users;
let client: Users["client"];

beforeAll(async () => {
  users = await startUsers();
  client = users.client;
});

afterAll(() => users?.stop());

async function profileOf(acme: { apiKeyId: string; organizationId: string }, userId: string) {
  const { profile } = await client.getUserProfile({ ...acme, userId });
  if (profile === undefined) throw new Error(`There is no profile of ${userId}.`);
  return profile;
}

test("a user of a document or a folder is not automatically a user of the organization", async () => {
  const { acme } = await users.newKey();

  await client.addUsers({ ...acme, users: [{ userId: "in-organization" }] });
  await client.addUsers({ ...acme, documentId: "plan", users: [{ userId: "in-document" }] });
  await client.addUsers({ ...acme, folderId: "notes", users: [{ userId: "in-folder" }] });

  expect(await findIds(client, acme)).toEqual(["in-organization"]);
  expect(await findIds(client, { ...acme, documentId: "plan" })).toEqual(["in-document"]);
  expect(await findIds(client, { ...acme, folderId: "notes" })).toEqual(["in-folder"]);
});

test("adding an existing user updates it: given values replace, others stay", async () => {
  const { acme } = await users.newKey();
  await client.addUsers({
    ...acme,
    users: [{ userId: "ann", name: "Ann", email: "ann@example.com", metadataJson: '{"team":"a","age":30}' }],
  });

  await client.addUsers({ ...acme, documentId: "plan", users: [{ userId: "ann", name: "Anna", metadataJson: '{"team":"b"}' }] });

  const { user, metadataJson, documentIds, organizationIds } = await profileOf(acme, "ann");
  expect(user).toMatchObject({ userId: "ann", name: "Anna", email: "ann@example.com" });
  expect(JSON.parse(metadataJson)).toEqual({ team: "b", age: 30 });
  expect([organizationIds, documentIds]).toEqual([["acme"], ["plan"]]);
});

test("a repeated id is handled once, with its last description", async () => {
  const { acme } = await users.newKey();

  const { results } = await client.addUsers({
    ...acme,
    users: [{ userId: "x", name: "first" }, { userId: "y" }, { userId: "x", name: "last" }],
  });

  expect(results.map(({ id }) => id)).toEqual(["x", "y"]);
  expect((await profileOf(acme, "x")).user?.name).toBe("last");
});

test("ids that differ only in case or Unicode form are different users", async () => {
  const { acme } = await users.newKey();
  const ids = ["A", "a", "e\u0301", "\u00e9"];

  await client.addUsers({ ...acme, users: ids.map((userId) => ({ userId })) });

  // Byte order: the accented letter comes after the two ids that begin with a plain one.
  expect(await findIds(client, acme)).toEqual(ids);
  expect(await findIds(client, { ...acme, userIds: ["\u00e9"] })).toEqual(["\u00e9"]);
});

test("an organization, document or folder that does not exist fails every item, and nothing is stored", async () => {
  const { apiKeyId, acme } = await users.newKey();
  const batch = { users: [{ userId: "x" }, { userId: "y" }] };

  const answers = await Promise.all([
    client.addUsers({ apiKeyId, organizationId: "none", ...batch }),
    client.addUsers({ ...acme, documentId: "none", ...batch }),
    client.addUsers({ ...acme, folderId: "none", ...batch }),
  ]);

  for (const { results } of answers) expect(codesOf(results)).toEqual({ x: "not_found", y: "not_found" });
  expect(answers.map(({ results }) => results[0]?.message)).toEqual([
    "The organization none does not exist.",
    "The document none does not exist in the organization acme.",
    "The folder none does not exist in the organization acme.",
  ]);
  expect((await client.resolveUsers({ ...acme, userIds: ["x"] })).users[0]?.exists).toBe(false);
});

test("the flags create missing places", async () => {
  const { apiKeyId } = await users.newKey();
  const place = { apiKeyId, organizationId: "new" };

  const refused = await client.addUsers({ ...place, documentId: "d", users: [{ userId: "x" }], createDocument: true });
  const added = await client.addUsers({
    ...place,
    documentId: "d",
    users: [{ userId: "x" }],
    createDocument: true,
    createOrganization: true,
  });

  expect(codesOf(refused.results)).toEqual({ x: "not_found" });
  expect(codesOf(added.results)).toEqual({ x: "ok" });
});

test("metadata that is too long fails its item only, and adds that user nowhere", async () => {
  const { acme } = await users.newKey();
  const tooLong = JSON.stringify({ text: "x".repeat(17_000) });

  const { results } = await client.addUsers({ ...acme, users: [{ userId: "big", metadataJson: tooLong }, { userId: "small" }] });

  expect(codesOf(results)).toEqual({ big: "invalid", small: "ok" });
  expect(await findIds(client, acme)).toEqual(["small"]);
});

test("metadata that grows too long over several requests fails", async () => {
  const { acme } = await users.newKey();
  const part = (key: string) => JSON.stringify({ [key]: "x".repeat(10_000) });

  const first = await client.addUsers({ ...acme, users: [{ userId: "u", metadataJson: part("a") }] });
  const second = await client.addUsers({ ...acme, documentId: "plan", users: [{ userId: "u", metadataJson: part("b") }] });

  expect([codesOf(first.results), codesOf(second.results)]).toEqual([{ u: "ok" }, { u: "invalid" }]);
  expect(await findIds(client, { ...acme, documentId: "plan" })).toEqual([]);
});

test("a profile is changed only through a place that the user is in; null clears a key", async () => {
  const { acme } = await users.newKey();
  await client.addUsers({
    ...acme,
    documentId: "plan",
    users: [{ userId: "ann", name: "Ann", email: "a@b.c", metadataJson: '{"old":1,"kept":2}' }],
  });

  const elsewhere = await client.updateUsers({ ...acme, users: [{ userId: "ann", name: "Nobody" }] });
  const there = await client.updateUsers({
    ...acme,
    documentId: "plan",
    users: [{ userId: "ann", email: "", metadataJson: '{"old":null}' }],
  });

  expect(elsewhere.results[0]).toMatchObject({
    success: false,
    code: "not_found",
    message: "The user ann is not in the organization acme.",
  });
  expect(codesOf(there.results)).toEqual({ ann: "ok" });
  const { user, metadataJson } = await profileOf(acme, "ann");
  expect(user).toMatchObject({ name: "Ann", email: "" });
  expect(JSON.parse(metadataJson)).toEqual({ kept: 2 });
});

test("a user who leaves the organization leaves its groups, but not its documents", async () => {
  const { acme } = await users.newKey();
  await client.addGroups({ ...acme, groups: [{ groupId: "g" }] });
  await client.addUsers({ ...acme, users: [{ userId: "x" }, { userId: "y" }] });
  await client.addUsers({ ...acme, documentId: "plan", users: [{ userId: "x" }] });
  await client.addUsersToGroup({ ...acme, groupId: "g", userIds: ["x", "y"] });

  const deleted = await client.deleteUsers({ ...acme, userIds: ["x", "nobody"] });
  await client.addUsers({ ...acme, users: [{ userId: "x" }] });

  expect(codesOf(deleted.results)).toEqual({ x: "ok", nobody: "not_found" });
  expect(await findIds(client, { ...acme, groupIds: ["g"] })).toEqual(["y"]);
  expect(await findIds(client, { ...acme, documentId: "plan" })).toEqual(["x"]);
});

test("names and membership are resolved in the requested order, each user once", async () => {
  const { acme } = await users.newKey();
  await client.addUsers({ ...acme, users: [{ userId: "in", name: "In", email: "in@example.com" }] });
  await client.addUsers({ ...acme, documentId: "plan", users: [{ userId: "near", name: "Near" }] });

  const { users: resolved } = await client.resolveUsers({ ...acme, userIds: ["nobody", "near", "in", "near"] });

  expect(resolved.map(({ userId, exists, inOrganization, name, email }) => [userId, exists, inOrganization, name, email])).toEqual([
    ["nobody", false, false, "", ""],
    ["near", true, false, "Near", ""],
    ["in", true, true, "In", "in@example.com"],
  ]);
});

test("the places of a user are listed in pages, each place once", async () => {
  const { apiKeyId, acme } = await users.newKey();
  const documentIds = Array.from({ length: 7 }, (_, index) => `d${index}`);
  const flags = { createOrganization: true, createDocument: true, createFolder: true };
  await client.addUsers({ ...acme, users: [{ userId: "x" }] });
  await client.addUsers({ apiKeyId, organizationId: "globex", users: [{ userId: "x" }], ...flags });
  await client.addUsers({ apiKeyId, organizationId: "globex", documentId: "elsewhere", users: [{ userId: "x" }], ...flags });
  for (const documentId of documentIds) await client.addUsers({ ...acme, documentId, users: [{ userId: "x" }], ...flags });
  await client.addUsers({ ...acme, folderId: "notes", users: [{ userId: "x" }] });

  for (const pageSize of [1, 2, 3, 9, 10, 100]) {
    const found = { organizations: [] as string[], documents: [] as string[], folders: [] as string[] };
    for (let pageToken = ""; ; ) {
      const page = await client.getUserProfile({ ...acme, userId: "x", pageSize, pageToken });
      found.organizations.push(...(page.profile?.organizationIds ?? []));
      found.documents.push(...(page.profile?.documentIds ?? []));
      found.folders.push(...(page.profile?.folderIds ?? []));
      pageToken = page.nextPageToken;
      if (pageToken === "") break;
    }
    expect(found, `pages of ${pageSize}`).toEqual({ organizations: ["acme", "globex"], documents: documentIds, folders: ["notes"] });
  }
  await expect(client.getUserProfile({ ...acme, userId: "nobody" })).rejects.toMatchObject({ failure: { kind: "not_found" } });
});

test("batches with the same users in opposite orders all succeed", async () => {
  const { acme } = await users.newKey();
  const ids = Array.from({ length: 200 }, (_, index) => `u${index}`);
  await client.addGroups({ ...acme, groups: [{ groupId: "g" }] });

  const rounds = Array.from({ length: 12 }, (_, round) => (round % 2 === 0 ? ids : [...ids].reverse()));
  await Promise.all(
    rounds.map(async (order, round) => {
      await client.addUsers({ ...acme, users: order.map((userId) => ({ userId, name: `round ${round}` })) });
      await client.addUsersToGroup({ ...acme, groupId: "g", userIds: order });
      if (round % 3 === 0) await client.deleteUsers({ ...acme, userIds: order });
    }),
  );

  const members = await findIds(client, acme);
  const inGroup = await findIds(client, { ...acme, groupIds: ["g"] });
  expect(inGroup.filter((id) => !members.includes(id))).toEqual([]);
});
