import { statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { expect, test } from "vitest";
import { freshDatabase, holesInWall, querySql } from "../src/index.ts";

const parameters = { apiKeyId: types.text, id: types.text, ids: listOf(types.text), before: types.bigint };

const good = [
  statement("wall.good_select", parameters, {}, "select * from things where api_key_id = $apiKeyId and id = any($ids::text[])"),
  statement(
    "wall.good_join",
    parameters,
    {},
    "select * from things t join parts p on p.api_key_id = t.api_key_id and p.id = t.id where t.api_key_id = $apiKeyId",
  ),
  statement(
    "wall.good_insert",
    parameters,
    {},
    "insert into things (api_key_id, id) select $apiKeyId, unnest($ids::text[]) on conflict (api_key_id, id) do nothing",
  ),
  statement(
    "wall.good_cte",
    parameters,
    {},
    "with gone as (delete from parts where api_key_id = $apiKeyId returning id) select count(*) from gone",
  ),
  statement("wall.exempt", parameters, {}, "delete from things where created_at_ms < $before", {
    acrossKeys: "Removal of what is old, for all keys.",
  }),
];

const bad = [
  statement("wall.bad_select", parameters, {}, "select * from things where id = $id"),
  statement("wall.bad_update", parameters, {}, "update things set created_at_ms = 0 where id = $id"),
  statement("wall.bad_join", parameters, {}, "select * from things t join parts p on p.id = t.id where t.api_key_id = $apiKeyId"),
  statement("wall.bad_subquery", parameters, {}, "select * from things where api_key_id = $apiKeyId and id in (select id from parts)"),
  statement("wall.bad_insert", parameters, {}, "insert into things (id) values ($id)"),
  statement("wall.bad_or", parameters, {}, "select * from things where api_key_id = $apiKeyId or id = $id"),
];

async function wallDatabase(): Promise<string> {
  const url = await freshDatabase();
  await querySql(
    url,
    `create schema wall;
     create table wall.things (api_key_id text collate "C", id text collate "C", created_at_ms bigint, primary key (api_key_id, id));
     create table wall.parts (api_key_id text collate "C", id text collate "C", primary key (api_key_id, id))`,
  );
  return url;
}

test("statements that name the key, or say why they do not, pass", async () => {
  expect(await holesInWall(await wallDatabase(), good as never)).toEqual([]);
});

test("a statement that touches a keyed table without its key is reported", async () => {
  const url = await wallDatabase();

  for (const statement of bad) {
    expect(await holesInWall(url, [statement] as never), statement.name).not.toEqual([]);
  }
});
