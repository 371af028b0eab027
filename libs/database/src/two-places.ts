import type pg from "pg";

// A transaction that writes here and on one other server would be committed there first, and here a moment later: a crash in between would keep a change
// and lose its event. Any change of a table that Citus knows lets it commit in two phases instead, also one that changes nothing.
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
 * Lets every transaction that writes to a table which is not spread, and to one which is, be committed on both servers or on none. Does nothing while no table
 * of the schema is spread, and what is done already is left as it is.
 */
export async function commitInTwoPlaces(client: pg.ClientBase, schema: string): Promise<void> {
  if ((await spreadTables(client, schema)).length === 0) return;
  const { rows: known } = await client.query<{ found: boolean }>("select to_regclass($1) is not null as found", [`${schema}.two_places`]);
  if (known[0]?.found !== true) for (const text of objects(schema)) await client.query(text);
  const { rows } = await client.query<{ name: string }>(withoutTrigger, [schema]);
  for (const { name } of rows) {
    await client.query(`create trigger commit_in_two_places after insert or update or delete on ${schema}.${name}
      for each statement execute function ${schema}.commit_in_two_places()`);
  }
}

/** A table that is to be spread may have no trigger. */
export async function commitAsOthersDo(client: pg.ClientBase, name: string): Promise<void> {
  await client.query(`drop trigger if exists commit_in_two_places on ${name}`);
}

/** Undoes it for all tables. */
export async function commitInOnePlace(client: pg.ClientBase, schema: string): Promise<void> {
  await client.query(`drop function if exists ${schema}.commit_in_two_places() cascade`);
  await client.query(`drop table if exists ${schema}.two_places`);
}

/** The tables of the schema whose rows are spread by a column. */
export async function spreadTables(client: pg.ClientBase, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_dist_partition d join pg_class c on c.oid = d.logicalrelid
     where c.relnamespace = $1::regnamespace and d.partmethod = 'h' order by c.relname`,
    [schema],
  );
  return rows.map(({ name }) => name);
}
