import { querySql, until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";

let parley: Parley;
let workspace: Workspace;

beforeAll(async () => {
  parley = await startParley("all-in-one");
  workspace = await createWorkspace(parley.url, parley.adminToken);
});

afterAll(() => parley?.stop());

async function eraseUser(userId: string): Promise<void> {
  const { customer } = workspace;
  const { jobId } = await customer.data("/v2/users/data/delete", { userIds: [userId] });
  await until(async () => (await customer.data("/v1/users/data/delete/status", { jobId })).isDeleteCompleted, 20_000);
}

test("the erasure of a user takes the notification setting for a whole organization, whose document is an empty text", async () => {
  const { customer } = workspace;
  await customer.data("/v2/users/add", { organizationId: "acme", createOrganization: true, users: [{ userId: "eli" }] });
  await customer.data("/v2/notifications/config/set", { organizationId: "acme", userIds: ["eli"], config: { email: "NONE" } });

  await eraseUser("eli");

  const read = { organizationId: "acme", userId: "eli", getOrganizationConfig: true };
  expect(await customer.data("/v2/notifications/config/get", read)).toMatchObject([{ config: { email: "ALL" } }]);
  const { counts } = await customer.data("/v2/users/data/delete", { userIds: ["eli"], dryRun: true });
  expect(counts).toContainEqual({ service: "notifications", collection: "configs", rows: 0 });
});

// Shapes of keys that the constraints of the tables allow, although no request makes them.
const leastKeys: readonly (readonly [what: string, table: string, columns: string, values: string])[] = [
  ["the least number that a double holds exactly", "users.group_members", "group_ref, user_id, added_at_ms", "-9007199254740991, $2, 1"],
  ["the least number", "users.group_members", "group_ref, user_id, added_at_ms", "-9223372036854775808, $2, 1"],
  ["the greatest number", "users.group_members", "group_ref, user_id, added_at_ms", "9223372036854775807, $2, 1"],
  [
    "an empty text in all but one place",
    "users.memberships",
    "organization_id, kind, place_id, user_id, added_at_ms",
    "'', 'organization', '', $2, 1",
  ],
  [
    "an organization that is an empty text",
    "activity.recordings",
    "organization_id, document_id, recording_id, user_id, recording_user, stored_at_ms",
    "'', '', '', $2, '{}', 1",
  ],
];

test.for(leastKeys)("the erasure of a user takes a row whose key is %s", async ([, table, columns, values], { expect: each }) => {
  const userId = `of-${table}`;
  await querySql(parley.databaseUrl, `insert into ${table} (api_key_id, ${columns}) values ($1, ${values})`, [workspace.apiKey, userId]);

  await eraseUser(userId);

  each(await querySql(parley.databaseUrl, `select from ${table} where user_id = $1`, [userId])).toEqual([]);
});
