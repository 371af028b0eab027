import { sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { expect, test } from "vitest";
import { freshDatabase, querySql, unscopedAccess } from "../src/index.ts";

const parameters = { apiKeyId: types.text, id: types.text, ids: listOf(types.text), before: types.bigint };

const good = [
  statement("scoped.good_select", parameters, {}, sql`select * from things where api_key_id = $apiKeyId and id = any($ids::text[])`),
  statement(
    "scoped.good_join",
    parameters,
    {},
    sql`select * from things t join parts p on p.api_key_id = t.api_key_id and p.id = t.id where t.api_key_id = $apiKeyId`,
  ),
  statement(
    "scoped.good_insert",
    parameters,
    {},
    sql`insert into things (api_key_id, id) select $apiKeyId, unnest($ids::text[]) on conflict (api_key_id, id) do nothing`,
  ),
  statement(
    "scoped.good_cte",
    parameters,
    {},
    sql`with gone as (delete from parts where api_key_id = $apiKeyId returning id) select count(*) from gone`,
  ),
  statement("scoped.exempt", parameters, {}, sql`delete from things where created_at_ms < $before`, {
    crossTenant: "Removal of old rows, for all keys.",
  }),
];

const bad = [
  statement("scoped.bad_select", parameters, {}, sql`select * from things where id = $id`),
  statement("scoped.bad_update", parameters, {}, sql`update things set created_at_ms = 0 where id = $id`),
  statement("scoped.bad_join", parameters, {}, sql`select * from things t join parts p on p.id = t.id where t.api_key_id = $apiKeyId`),
  statement("scoped.bad_subquery", parameters, {}, sql`select * from things where api_key_id = $apiKeyId and id in (select id from parts)`),
  statement("scoped.bad_insert", parameters, {}, sql`insert into things (id) values ($id)`),
  statement("scoped.bad_or", parameters, {}, sql`select * from things where api_key_id = $apiKeyId or id = $id`),
];

async function testDatabase(): Promise<string> {
  const url = await freshDatabase();
  await querySql(
    url,
    `create schema scoped;
     create table scoped.things (api_key_id text collate "C", id text collate "C", created_at_ms bigint, primary key (api_key_id, id));
     create table scoped.parts (api_key_id text collate "C", id text collate "C", primary key (api_key_id, id))`,
  );
  return url;
}

test("statements that name the key, or state why they do not, pass", async () => {
  expect(await unscopedAccess(await testDatabase(), good as never)).toEqual([]);
});

test("a statement that touches a keyed table without its key is reported", async () => {
  const url = await testDatabase();

  for (const statement of bad) {
    expect(await unscopedAccess(url, [statement] as never), statement.name).not.toEqual([]);
  }
});
