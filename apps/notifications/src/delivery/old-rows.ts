import { type Sql, sql } from "@parley/database";
import { agesByKey } from "@parley/erasure";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { nowMs } from "../clock/now-ms.ts";
import type { emails } from "../emails/config/tables.ts";
import type { webhookDeliveries } from "../webhooks/config/tables.ts";

type Aged = typeof emails | typeof webhookDeliveries;

/**
 * The CTEs of a statement that deletes rows older than `$ageMs`, `$limit` at a time: `old` has `columns` and the ctid of each row. It goes
 * from API key to API key along the primary key, so that only the keys and the rows to delete are read.
 */
export function oldRows(table: Aged, columns: readonly PgColumn[], id: PgColumn): Sql {
  const { apiKeyId } = table;
  return sql`recursive api_key as (
     (select ${apiKeyId} from ${table} order by ${apiKeyId} limit 1)
     union all
     select (select t.${apiKeyId} from ${table} t where t.${apiKeyId} > api_key.${apiKeyId} order by t.${apiKeyId} limit 1)
     from api_key where api_key.${apiKeyId} is not null
   ), old as materialized (
     select t.* from api_key cross join lateral (${oldOf(table, columns, id, sql`$ageMs::bigint`)}) as t
     limit $limit
   )`;
}

/** Like `oldRows`, for the keys in `agesByKey`: at most `$limit` rows of each that are older than its own age. */
export function oldRowsOfKeys(table: Aged, columns: readonly PgColumn[], id: PgColumn): Sql {
  return sql`${agesByKey(table.apiKeyId)}, old as materialized (
     select t.* from api_key cross join lateral (${oldOf(table, columns, id, sql`api_key.age_ms`)}) as t
   )`;
}

// The oldest rows of `api_key`.
function oldOf(table: Aged, columns: readonly PgColumn[], id: PgColumn, ageMs: Sql): Sql {
  const { apiKeyId, createdAtMs } = table;
  return sql`
       select ${columns}, ctid as place from ${table} t
       where t.${apiKeyId} = api_key.${apiKeyId} and t.${createdAtMs} < ${nowMs} - ${ageMs}
       order by t.${createdAtMs}, t.${id} limit $limit for update skip locked
     `;
}

/** The ctids of the rows of another table that belong to `old`: one look-up for each, because a join would read the whole table. */
export function placesOfOld(table: PgTable & { readonly apiKeyId: PgColumn }, condition: Sql): Sql {
  return sql`array(
     select x.place from old cross join lateral (
       select ctid as place from ${table} t where t.${table.apiKeyId} = old.${table.apiKeyId} and ${condition}) as x)`;
}
