import { querySql } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startUsers, type Users } from "./users.ts";

let users: Users;

beforeAll(async () => {
  users = await startUsers();
});

afterAll(() => users?.stop());

const size = 50_000;

test("a walk through an organization returns every user once while others are added and removed", async () => {
  const { client } = users;
  const { acme } = await users.newKey();
  await querySql(
    users.databaseUrl,
    `with fresh as (insert into users.users (api_key_id, user_id) select $1, 'u' || lpad(n::text, 7, '0') from generate_series(1, ${size}) n returning user_id)
     insert into users.memberships (api_key_id, organization_id, kind, place_id, user_id) select $1, 'acme', 'organization', '', user_id from fresh`,
    [acme.apiKeyId],
  );

  let walking = true;
  const churn = (async () => {
    for (let round = 0; walking; round++) {
      const ids = Array.from({ length: 100 }, (_, index) => `u${String((round * 7_919 + index * 104_729) % size).padStart(7, "0")}x`);
      await client.addUsers({ ...acme, users: ids.map((userId) => ({ userId })) });
      await client.deleteUsers({ ...acme, userIds: ids });
    }
  })();
  const met: string[] = [];
  for (let pageToken = ""; ; ) {
    const page = await client.findUsers({ ...acme, pageSize: 500, pageToken });
    met.push(...page.users.map(({ userId }) => userId));
    pageToken = page.nextPageToken;
    if (pageToken === "") break;
  }
  walking = false;
  await churn;

  const stayed = met.filter((id) => !id.endsWith("x"));
  expect(stayed).toHaveLength(size);
  expect(new Set(met).size).toBe(met.length);
});
