import type pg from "pg";
import { settleOnOneServer, settleOnSeveralServers } from "./settled-before.ts";

// Citus commits a transaction that writes on this server and on one other without two-phase commit: on the other server first, and here a
// moment later. A crash in between would keep a change and lose its event. A write to any local table in Citus' metadata, even one without
// an effect, makes Citus use two-phase commit.
const objects = (schema: string) => [
  `create table ${schema}.two_places (place integer)`,
  `select citus_add_local_table_to_metadata('${schema}.two_places')`,
  `create function ${schema}.commit_in_two_places() returns trigger language plpgsql security definer set search_path = pg_catalog
     as $$ begin delete from ${schema}.two_places; return null; end $$`,
];

const withoutTrigger = `
  select c.relname as name from pg_class c
  where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and not exists (select from pg_dist_partition d where d.logicalrelid = c.oid)
    and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'commit_in_two_places')
  order by c.relname`;

/**
 * Makes every transaction that writes to both a local and a spread table commit on both servers or on neither. Does nothing while no table
 * of the schema is spread. Can be called again: existing triggers stay.
 */
export async function commitInTwoPlaces(client: pg.ClientBase, schema: string): Promise<void> {
  const [spread] = await spreadTables(client, schema);
  if (spread === undefined) return;
  const { rows: known } = await client.query<{ found: boolean }>("select to_regclass($1) is not null as found", [`${schema}.two_places`]);
  if (known[0]?.found !== true) for (const text of objects(schema)) await client.query(text);
  const { rows } = await client.query<{ name: string }>(withoutTrigger, [schema]);
  for (const { name } of rows) {
    await client.query(`create trigger commit_in_two_places after insert or update or delete on ${schema}.${name}
      for each statement execute function ${schema}.commit_in_two_places()`);
  }
  await settleOnSeveralServers(client, schema, spread);
}

/** A table that is to be spread may have no trigger. */
export async function commitAsOthersDo(client: pg.ClientBase, name: string): Promise<void> {
  await client.query(`drop trigger if exists commit_in_two_places on ${name}`);
}

/** Undoes it for all tables. */
export async function commitInOnePlace(client: pg.ClientBase, schema: string): Promise<void> {
  await client.query(`drop function if exists ${schema}.commit_in_two_places() cascade`);
  await client.query(`drop table if exists ${schema}.two_places`);
  await settleOnOneServer(client, schema);
}

/** The tables of the schema whose rows are distributed by a column. */
export async function spreadTables(client: pg.ClientBase, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_dist_partition d join pg_class c on c.oid = d.logicalrelid
     where c.relnamespace = $1::regnamespace and d.partmethod = 'h' order by c.relname`,
    [schema],
  );
  return rows.map(({ name }) => name);
}
