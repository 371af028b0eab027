import { until } from "@parley/testing";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Key, startUsers, type Users } from "./users.ts";

let users: Users;
let key: Key;

const flags = { createOrganization: true, createDocument: true, createFolder: true };

beforeAll(async () => {
  users = await startUsers();
});

beforeEach(async () => {
  key = await users.newKey();
  await add("acme", "globex");
});

afterAll(() => users?.stop());

async function add(...organizationIds: readonly string[]) {
  for (const organizationId of organizationIds) {
    await users.client.addUsers({ apiKeyId: key.apiKeyId, organizationId, users: [{ userId: "gone" }, { userId: "other" }], ...flags });
  }
}

async function removeData(organizationIds: readonly string[] = []) {
  await users.client.deleteUserData({ apiKeyId: key.apiKeyId, userIds: ["gone", "stranger"], organizationIds: [...organizationIds] });
}

/** The users of the organization, and those whose removal was requested. */
async function known(organizationId = "acme") {
  const userIds = ["gone", "other", "stranger"];
  const answer = await users.client.resolveUsers({ apiKeyId: key.apiKeyId, organizationId, userIds, withRemovals: true });
  const idsOf = (of: typeof answer.users) => of.map(({ userId }) => userId);
  return {
    members: idsOf(answer.users.filter(({ inOrganization }) => inOrganization)),
    removed: idsOf(answer.users.filter(({ removalRequested }) => removalRequested)),
  };
}

test("a user whose removal is requested belongs to no organization at once, and is reported as removed, whether or not the API key had the user", async () => {
  expect(await known()).toEqual({ members: ["gone", "other"], removed: [] });

  await removeData();

  expect(await known("acme")).toEqual({ members: ["other"], removed: ["gone", "stranger"] });
  expect(await known("globex")).toEqual({ members: ["other"], removed: ["gone", "stranger"] });
});

test("a removal within an organization is reported only for that organization", async () => {
  await removeData(["acme"]);

  expect(await known("acme")).toMatchObject({ removed: ["gone", "stranger"] });
  expect(await known("globex")).toEqual({ members: ["gone", "other"], removed: [] });
});

test("a user who is added again after the request is not reported as removed", async () => {
  await removeData();
  await add("acme");

  expect(await known()).toMatchObject({ removed: ["stranger"] });
});

test("removals are looked up only on request", async () => {
  await removeData();

  const { users: resolved } = await users.client.resolveUsers({ ...key.acme, userIds: ["gone"] });

  expect(resolved).toMatchObject([{ userId: "gone", exists: false, inOrganization: false, removalRequested: false }]);
});

test("a call during a removal request waits for the request", async () => {
  const other = new pg.Client({ connectionString: users.databaseUrl });
  await other.connect();
  try {
    await other.query("begin");
    await other.query("select from users.users where api_key_id = $1 and user_id = 'gone' for update", [key.apiKeyId]);
    const waiting = async (on: string) =>
      (await other.query("select from pg_stat_activity where datname = current_database() and wait_event = $1", [on])).rows.length > 0;
    const requested = removeData();
    await until(() => waiting("transactionid"));

    let isAnswered = false;
    const asked = known().finally(() => {
      isAnswered = true;
    });
    await until(async () => isAnswered || (await waiting("advisory")));
    await other.query("commit");
    await requested;

    expect(await asked).toEqual({ members: ["gone", "other"], removed: ["gone", "stranger"] });
  } finally {
    await other.end();
  }
});
