import { afterAll, beforeAll, expect, test } from "vitest";
import { type Key, startUsers, type Users } from "./users.ts";

let users: Users;
let client: Users["client"];

beforeAll(async () => {
  users = await startUsers();
  client = users.client;
});

afterAll(() => users?.stop());

type Place = { documentId?: string; folderId?: string };

const roleIn = async ({ acme }: Key, place: Place = {}) => (await client.findUsers({ ...acme, ...place })).users[0]?.accessRole;

test("a role belongs to the place of the request: each place returns its own", async () => {
  const key = await users.newKey();
  const add = (place: Place, accessRole?: string) =>
    client.addUsers({ ...key.acme, ...place, users: [{ userId: "ann", ...(accessRole === undefined ? {} : { accessRole }) }] });
  await add({}, "viewer");
  await add({ documentId: "plan" }, "editor");
  await add({ folderId: "notes" });

  expect(await roleIn(key)).toBe("viewer");
  expect(await roleIn(key, { documentId: "plan" })).toBe("editor");
  expect(await roleIn(key, { folderId: "notes" })).toBe("");
  const { documents } = await client.findUsers({ ...key.acme, allDocuments: true, groupByDocument: true });
  expect(documents).toMatchObject([{ documentId: "plan", users: [{ userId: "ann", accessRole: "editor" }] }]);
  // Who is listed for several documents together has a role in each of them.
  expect((await client.findUsers({ ...key.acme, allDocuments: true })).users).toMatchObject([{ userId: "ann", accessRole: "" }]);
});

test("users found by group or by search have their role in the organization", async () => {
  const { acme } = await users.newKey();
  await client.addUsers({ ...acme, users: [{ userId: "ann", name: "Ann", accessRole: "editor" }] });
  await client.addUsers({ ...acme, documentId: "plan", users: [{ userId: "guest", name: "Anton" }] });
  await client.addGroups({ ...acme, groups: [{ groupId: "team" }] });
  await client.addUsersToGroup({ ...acme, groupId: "team", userIds: ["ann"] });

  const listed = [{ userId: "ann", accessRole: "editor" }];
  expect((await client.findUsers({ ...acme, groupIds: ["team"] })).users).toMatchObject(listed);
  expect((await client.findUsers({ ...acme, groupIds: ["team"], userIds: ["ann"] })).users).toMatchObject(listed);
  const found = (await client.findUsers({ ...acme, search: "an", allDocuments: true })).users;
  expect(found).toMatchObject([...listed, { userId: "guest", accessRole: "" }]);
});

test("a change without a role keeps it, an empty one removes it, and only in its place", async () => {
  const key = await users.newKey();
  const atDocument = { ...key.acme, documentId: "plan" };
  for (const place of [key.acme, atDocument]) await client.addUsers({ ...place, users: [{ userId: "ann", accessRole: "editor" }] });

  await client.addUsers({ ...key.acme, users: [{ userId: "ann", name: "Ann" }] });
  await client.updateUsers({ ...atDocument, users: [{ userId: "ann", email: "ann@example.com" }] });
  expect([await roleIn(key), await roleIn(key, { documentId: "plan" })]).toEqual(["editor", "editor"]);

  await client.updateUsers({ ...atDocument, users: [{ userId: "ann", accessRole: "viewer" }] });
  expect([await roleIn(key), await roleIn(key, { documentId: "plan" })]).toEqual(["editor", "viewer"]);

  await client.updateUsers({ ...key.acme, users: [{ userId: "ann", accessRole: "" }] });
  await client.addUsers({ ...atDocument, users: [{ userId: "ann", accessRole: "" }] });
  expect([await roleIn(key), await roleIn(key, { documentId: "plan" })]).toEqual(["", ""]);
});

test("a user's role in a place is that of the place itself, else of the nearest folder above a document, else of the organization", async () => {
  const { apiKeyId, acme } = await users.newKey();
  users.fakes.folders.set("plan", ["notes"]);
  const user = { userId: "ann" };
  const places = [{ documentId: "plan" }, { folderId: "notes" }, {}].map((place) => ({ organizationId: "acme", ...place }));
  const roles = async () => (await client.addUserToPlaces({ apiKeyId, user, places, withRoles: true })).accessRoles;
  const add = (place: Place, accessRole: string) => client.addUsers({ ...acme, ...place, users: [{ ...user, accessRole }] });

  expect(await roles()).toEqual(["", "", ""]);
  await add({}, "viewer");
  expect(await roles()).toEqual(["viewer", "viewer", "viewer"]);
  await add({ folderId: "notes" }, "editor");
  expect(await roles()).toEqual(["editor", "editor", "viewer"]);
  await add({ documentId: "plan" }, "commenter");
  expect(await roles()).toEqual(["commenter", "editor", "viewer"]);
});

test("a role that is none is refused", async () => {
  const { acme } = await users.newKey();

  await expect(client.addUsers({ ...acme, users: [{ userId: "ann", accessRole: "owner" }] })).rejects.toThrow("owner is no role");
});
