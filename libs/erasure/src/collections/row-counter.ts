import { type Sql, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Counted, Eraser } from "../model/plan.ts";

/** The location of a range's rows. */
export interface RangedTable {
  readonly table: PgTable & { readonly apiKeyId: PgColumn };
  /** The condition for a row to be in the range `r` (`organization_id`, `id`, `part`). */
  readonly match: Sql;
  /** The columns that follow in the index, each a text or a bigint. */
  readonly key: readonly PgColumn[];
  /** The column with the time at which a row was written, in ms. Absent for rows whose scope depends on the time of another row. */
  readonly writtenAt?: PgColumn;
}

/** SQL: whether a row falls under the erasure: rows written after the request stay. */
export function isInScope({ writtenAt }: Pick<RangedTable, "writtenAt">): Sql {
  return writtenAt === undefined ? sql`true` : sql`t.${writtenAt} <= $requestedAtMs`;
}

/** The types of the parameters of statements about rows of ranges. */
export const rangeTypes = {
  apiKeyId: types.text,
  requestedAtMs: types.bigint,
  limit: types.bigint,
  organizationIds: listOf(types.text),
  ids: listOf(types.text),
  parts: listOf(types.text),
};

/** The parameters of those statements. */
export function rangeParameters({ erasure: { apiKeyId, requestedAtMs }, ranges, limit }: Counted) {
  return {
    apiKeyId,
    requestedAtMs,
    limit,
    organizationIds: ranges.map(({ organizationId }) => organizationId),
    ids: ranges.map(({ id }) => id),
    parts: ranges.map(({ part }) => part),
  };
}

/**
 * SQL: the rows of the ranges that fall under the erasure, with these columns, up to the limit. Rows that do not are left out after they
 * were read, up to the limit as well: as a condition of the read, Postgres would sort all rows where it expects few to match. So a limit is
 * only for erasures under which every row falls.
 */
export function countedRows(source: RangedTable, columns?: Sql): Sql {
  const { table, match, key } = source;
  const wanted = columns === undefined ? sql`` : sql`, ${columns}`;
  return sql`select x.* from unnest($organizationIds::text[], $ids::text[], $parts::text[]) as r (organization_id, id, part)
    cross join lateral (select ${isInScope(source)} as in_scope${wanted} from ${table} t where t.${table.apiKeyId} = $apiKeyId and ${match}
      order by ${key.map((column) => sql`t.${column}`)} limit $limit) x
    where x.in_scope limit $limit`;
}

/** Counts the rows of a source: declares the statement `<name>_count`. */
export function rowCounter(schema: string, name: string, source: RangedTable): Eraser["count"] {
  const count = statement(
    `${schema}.${name}_count`,
    rangeTypes,
    { rows: types.bigint },
    sql`select count(*) as rows from (${countedRows(source)}) as counted`,
  );
  return async (db, counted) => (await db.row(count, rangeParameters(counted)))?.rows ?? 0;
}
