import { sql, statement } from "@parley/database";
import { id, types } from "@parley/database/schema";
import { pgSchema, text } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { freshDatabase, querySql, statementsWithLiteralNames } from "../src/index.ts";

const things = pgSchema("named").table("things", { apiKeyId: id("api_key_id"), thingId: id("thing_id"), thingName: text("thing_name") });
const parameters = { apiKeyId: types.text, ids: types.text };

const good = [
  statement(
    "named.good_local_names",
    parameters,
    {},
    sql`with found as (select ${things.thingId}, upper(t.${things.thingName}) as shown from ${things} t where ${things.apiKeyId} = $apiKeyId)
     select i.id, shown from unnest($ids::text[]) as i (id) join found on found.${things.thingId} = i.id`,
  ),
  statement(
    "named.good_upsert",
    parameters,
    {},
    sql`insert into ${things} as t (${things.apiKeyId}, ${things.thingId}) values ($apiKeyId, $ids) on conflict (${things.apiKeyId}) do update
     set ${things.thingId} = excluded.${things.thingId} where t.${things.thingId} <> excluded.${things.thingId}`,
  ),
];

const bad = [
  statement("named.bad_table", parameters, {}, sql`select from named.things where ${things.apiKeyId} = $apiKeyId`),
  statement("named.bad_column", parameters, {}, sql`select thing_name from ${things} where ${things.apiKeyId} = $apiKeyId`),
  statement("named.bad_alias", parameters, {}, sql`select from ${things} t where t.api_key_id = $apiKeyId`),
  statement("named.bad_target", parameters, {}, sql`update ${things} set thing_name = '' where ${things.apiKeyId} = $apiKeyId`),
  statement("named.bad_insert", parameters, {}, sql`insert into ${things} (api_key_id) values ($apiKeyId)`),
  statement(
    "named.bad_outer",
    parameters,
    {},
    sql`select thing_id from (select ${things.thingId} from ${things} where ${things.apiKeyId} = $apiKeyId) t`,
  ),
];

async function testDatabase(): Promise<string> {
  const url = await freshDatabase();
  await querySql(
    url,
    `create schema named;
     create table named.things (api_key_id text collate "C" primary key, thing_id text collate "C", thing_name text)`,
  );
  return url;
}

test("statements that name tables and columns by their declaration pass, whatever other names they use", async () => {
  expect(await statementsWithLiteralNames(await testDatabase(), "named", good)).toEqual([]);
});

test("a statement with the name of a table or a column in its text is reported", async () => {
  const url = await testDatabase();

  const reported = await statementsWithLiteralNames(url, "named", bad);

  expect(reported.map((sentence) => sentence.split(" ", 1)[0])).toEqual(bad.map(({ name }) => name));
  // Nothing stays renamed.
  expect(await querySql(url, "select thing_name from named.things")).toEqual([]);
});
