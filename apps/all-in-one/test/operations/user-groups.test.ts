import { querySql } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { fill, found } from "./acme-users.ts";

let parley: Parley;

beforeAll(async () => {
  parley = await startParley("all-in-one");
});

afterAll(() => parley?.stop());

test("deleteAll returns one entry per removed user", async () => {
  const { customer: of } = await createWorkspace(parley.url, parley.adminToken);
  await fill(of);
  const group = { organizationId: "acme", organizationUserGroupId: "analysts" };

  const removed = await of.post("/v2/organizations/usergroups/users/delete", { ...group, deleteAll: true });
  const again = await of.post("/v2/organizations/usergroups/users/delete", { ...group, deleteAll: true });
  const unknown = await of.post("/v2/organizations/usergroups/users/delete", {
    ...group,
    organizationUserGroupId: "none",
    deleteAll: true,
  });

  const entry = { success: true, organizationUserGroupId: "analysts", message: "The user was removed from the group." };
  expect(removed.body.result).toEqual({ status: "success", message: "Users removed from the group.", data: { ada: entry, alan: entry } });
  expect(again.body.result.data).toEqual({});
  expect(unknown.body.result).toEqual({ status: "success", message: "The group does not exist, so no user was removed.", data: {} });
  for (const wrong of [{}, { deleteAll: false }, { deleteAll: true, userIds: ["ada"] }, { userIds: [] }]) {
    expect((await of.post("/v2/organizations/usergroups/users/delete", { ...group, ...wrong })).status).toBe(400);
  }
});

test("deleteAll empties a group of 100,000 in one request, with an entry for each", async () => {
  const { customer: of, apiKey } = await createWorkspace(parley.url, parley.adminToken);
  await fill(of);
  await querySql(
    parley.databaseUrl,
    `insert into users.group_members (api_key_id, group_ref, user_id)
     select $1, g.group_ref, gen_random_uuid()::text from users.user_groups g, generate_series(1, 100000)
     where g.api_key_id = $1 and g.group_id = 'admirals'`,
    [apiKey],
  );

  const { status, body } = await of.post("/v2/organizations/usergroups/users/delete", {
    organizationId: "acme",
    organizationUserGroupId: "admirals",
    deleteAll: true,
  });

  expect(status).toBe(200);
  expect(body.result).not.toHaveProperty("hasMore");
  expect(Object.keys(body.result.data)).toHaveLength(100_001);
  expect(await found(of, { organizationUserGroupIds: ["admirals"] })).toEqual([]);
});
