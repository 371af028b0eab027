import { querySql } from "@parley/testing";
import { onTestFinished } from "vitest";
import { Database, sql, statement } from "../src/index.ts";
import { types } from "../src/schema/index.ts";

/** Creates the table of the statements below. */
export async function createItems(url: string): Promise<void> {
  await querySql(url, "create table items (id int primary key, body_text text not null)");
}

export const insertItem = statement(
  "public.database_test_insert",
  { id: types.integer, text: types.text },
  {},
  sql`insert into items (id, body_text) values ($id, $text)`,
);
export const selectItems = statement(
  "public.database_test_select",
  { from: types.integer },
  { id: types.integer, bodyText: types.text, counted: types.bigint, extra: types.jsonb },
  sql`select id, body_text, count(*) over () as counted, '{"a": 1}'::jsonb as extra from items where id >= $from order by id`,
);
export const sleep = statement(
  "public.database_test_sleep",
  { seconds: types.double },
  { slept: types.text },
  sql`select pg_sleep($seconds)`,
);
export const addOne = statement(
  "public.database_test_add_one",
  { id: types.integer },
  {},
  sql`update items set body_text = body_text || '+' where id = $id`,
);

/** A pool of one connection, which ends with the test. */
export function oneConnection(to: string, bounds: { connectTimeoutMs?: number; statementTimeoutMs?: number } = {}): Database {
  const made = new Database({
    url: to,
    schema: "public",
    role: undefined,
    maxConnections: 1,
    connectTimeoutMs: 2_000,
    statementTimeoutMs: 300,
    onConnectionError: () => undefined,
    ...bounds,
  });
  onTestFinished(() => made.close());
  return made;
}
