/**
 * The CTEs of a statement that deletes what is older than `$ageMs`, `$limit` rows at a time: `old` has `columns` and the place of each row. They
 * go from API key to API key along the primary key, so that nothing is read but the keys and the rows to delete.
 */
export function oldRows(table: string, columns: string, id: string): string {
  return `recursive api_key as (
     (select api_key_id from ${table} order by api_key_id limit 1)
     union all
     select (select t.api_key_id from ${table} t where t.api_key_id > api_key.api_key_id order by t.api_key_id limit 1)
     from api_key where api_key.api_key_id is not null
   ), old as materialized (
     select t.* from api_key cross join lateral (
       select ${columns}, ctid as place from ${table} t
       where t.api_key_id = api_key.api_key_id and t.created_at_ms < now_ms() - $ageMs::bigint
       order by t.created_at_ms, t.${id} limit $limit for update skip locked
     ) as t
     limit $limit
   )`;
}

/** The places of the rows of another table that belong to `old`: one look-up for each, because joined the table would be read whole. */
export function placesOfOld(table: string, condition: string): string {
  return `array(
     select x.place from old cross join lateral (select ctid as place from ${table} t where t.api_key_id = old.api_key_id and ${condition}) as x)`;
}
