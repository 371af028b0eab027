import type pg from "pg";

const nameOf = (schema: string) => `${schema}.settled_before(api_key_ids text[], oldest bigint)`;

const onOneServer = (schema: string) =>
  `create or replace function ${nameOf(schema)} returns bigint language sql immutable as $$ select oldest $$`;

// A transaction ends on this server first and a moment later on the server that has its rows, where it is prepared until then. While that
// server cannot be reached it stays prepared, for as long as it takes. Citus keeps the names of prepared transactions in a table of this
// server, which each transaction writes for itself: the row's xmin is its number. Each server is asked once, by a
// query for a row of any of its keys.
const onSeveralServers = (schema: string, table: string) => `
create or replace function ${nameOf(schema)} returns bigint language plpgsql volatile as $$
declare
  one_key text;
  names text[];
  unsettled bigint;
  before bigint := oldest;
begin
  for one_key in
    select distinct on (p.nodename, p.nodeport) k.id from unnest(api_key_ids) as k (id)
    join pg_catalog.pg_dist_shard_placement p on p.shardid = get_shard_id_for_distribution_column('${schema}.${table}', k.id)
  loop
    execute format('select array_agg(p.gid) from (
        select count(*) from (select from ${schema}.${table} where api_key_id = %L limit 1) any_row) one_row
      cross join pg_prepared_xact() p', one_key) into names;
    select min(pg_snapshot_xmax(pg_current_snapshot())::text::bigint - age(t.xmin)) into unsettled
    from pg_catalog.pg_dist_transaction t where t.gid = any(names);
    before := least(before, unsettled);
  end loop;
  return before;
end $$`;

/** Replaces the schema's function `settled_before` by the one for rows on several servers, unless that was done. */
export async function settleOnSeveralServers(client: pg.ClientBase, schema: string, table: string): Promise<void> {
  const { rows } = await client.query<{ volatile: boolean }>(
    "select provolatile = 'v' as volatile from pg_proc where oid = to_regprocedure($1)",
    [`${schema}.settled_before(text[], bigint)`],
  );
  if (rows[0]?.volatile === false) await client.query(onSeveralServers(schema, table));
}

/** Undoes it. */
export async function settleOnOneServer(client: pg.ClientBase, schema: string): Promise<void> {
  await client.query(onOneServer(schema));
}
