import { Code } from "@connectrpc/connect";
import { querySql } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findIds, startUsers, type Users } from "./users.ts";

let users: Users;
let client: Users["client"];

beforeAll(async () => {
  users = await startUsers();
  client = users.client;
});

afterAll(() => users?.stop());

const size = 100_000;
const idOf = (n: number) => `u${String(n).padStart(6, "0")}`;

/** A group of 100,000 members, and 20 users of its organization who are not in it. */
async function largeGroup() {
  const { acme } = await users.newKey();
  const group = { ...acme, groupId: "everyone" };
  const outsiders = Array.from({ length: 20 }, (_, index) => `outsider${index}`);
  await client.addGroups({ ...acme, groups: [{ groupId: "everyone" }, { groupId: "few" }] });
  await client.addUsers({ ...acme, users: outsiders.map((userId) => ({ userId })) });
  await querySql(
    users.databaseUrl,
    `with fresh as (insert into users.memberships (api_key_id, organization_id, kind, place_id, user_id)
       select $1, 'acme', 'organization', '', 'u' || lpad(n::text, 6, '0') from generate_series(0, ${size - 1}) n returning user_id)
     insert into users.group_members (api_key_id, group_ref, user_id)
       select $1, g.group_ref, f.user_id from fresh f, users.user_groups g where g.api_key_id = $1 and g.group_id = 'everyone'`,
    [acme.apiKeyId],
  );
  return { acme, group, outsiders };
}

test("a group of 100,000 is emptied in one call, whose response names each member once, while others read and write without waiting", async () => {
  const { acme, group, outsiders } = await largeGroup();

  let running = true;
  const emptied = client.removeUsersFromGroup({ ...group, deleteAll: true }, { timeoutMs: 120_000 }).finally(() => {
    running = false;
  });
  let rounds = 0;
  for (; running; rounds++) {
    const userId = outsiders[rounds % outsiders.length] ?? "";
    await client.addUsersToGroup({ ...group, userIds: [userId] });
    // The last member, whom the deletion has not reached yet.
    await client.addUsersToGroup({ ...group, userIds: [idOf(size - 1)] });
    await client.removeUsersFromGroup({ ...group, userIds: [userId] });
    await client.findUsers({ ...acme, groupIds: ["everyone", "few"], pageSize: 50 });
  }
  const { removedUserIds } = await emptied;

  // A member who was added again just as the deletion passed may be left.
  const left = (await findIds(client, { ...acme, groupIds: ["everyone"] })).filter((id) => !outsiders.includes(id));
  const removed = removedUserIds.filter((id) => !outsiders.includes(id));
  expect(new Set(removed).size).toBe(removed.length);
  expect(new Set([...removed, ...left]).size).toBe(size);
  expect(left.filter((id) => id !== idOf(size - 1))).toEqual([]);
  // If the calls had waited until the group was empty, there would have been only one round.
  expect(rounds).toBeGreaterThan(3);
});

test("a call with little time responds before its deadline, and a repeat continues where it ended", async () => {
  const { acme, group } = await largeGroup();

  const removed: string[] = [];
  let calls = 0;
  let late = 0;
  for (let more = true; more; calls++) {
    try {
      const answer = await client.removeUsersFromGroup({ ...group, deleteAll: true }, { timeoutMs: 250 });
      removed.push(...answer.removedUserIds);
      more = answer.more;
    } catch (error) {
      // On a machine that stalls for this long a call may miss its deadline. What it has deleted stays deleted.
      if ((error as { code?: Code }).code !== Code.DeadlineExceeded) throw error;
      late++;
    }
  }

  expect(calls).toBeGreaterThan(1);
  expect(await findIds(client, { ...acme, groupIds: ["everyone"] })).toEqual([]);
  expect(removed).toEqual(removed.toSorted());
  if (late === 0) expect(removed).toEqual(Array.from({ length: size }, (_, index) => idOf(index)));
});
