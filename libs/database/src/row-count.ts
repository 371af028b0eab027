import type { RowLimitName } from "@parley/kernel";
import { Quota } from "@parley/runtime";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "./db.ts";
import { type Shape, sqlTypeOf, types } from "./schema/shape.ts";
import { parameter, sql } from "./schema/sql.ts";
import { statement } from "./statement.ts";

/** Counts the rows of an owner, up to `most`. */
export type RowCount = (db: Pick<Db, "row">, ownerId: string, most: number) => Promise<number>;

const partRows = 20_000;

/**
 * Declares how the rows of one owner, usually an API key, are counted: in the order of `key`, the columns that follow the owner's in a
 * unique index of the table. Only that index is read, part by part, so that no statement takes long. The count ends at `most`.
 */
export function rowCount(name: string, owner: PgColumn, key: readonly [PgColumn, ...PgColumn[]]): RowCount {
  const columns = key.map((column) => ({ after: `after_${column.name}`, type: { sqlType: sqlTypeOf(column) } }));
  const place: Shape = Object.fromEntries(columns.map(({ after, type }) => [after, type]));
  const part = statement(
    name,
    { ownerId: types.text, ...place, limit: types.bigint },
    { rows: types.integer, ...place },
    sql`with part as materialized (
       select ${key}, row_number() over (order by ${key}) as nth from ${owner.table}
       where ${owner} = $ownerId and (${key}) > (${columns.map(({ after }) => parameter(after))})
       order by ${key} limit $limit
     )
     select nth::int as rows, ${key} from part where nth = (select max(nth) from part)`,
  );
  const first = Object.fromEntries(columns.map(({ after, type }) => [after, type.sqlType === "text" ? "" : -1]));

  return async (db, ownerId, most) => {
    let counted = 0;
    for (let last: Readonly<Record<string, unknown>> = first; counted < most; ) {
      const limit = Math.min(partRows, most - counted);
      const found = await db.row(part, { ...last, ownerId, limit });
      if (found === undefined) break;
      const { rows, ...reached } = found;
      counted += rows;
      if (rows < limit) break;
      last = reached;
    }
    return counted;
  };
}

/**
 * The quota of rows of a table. `thing` names one row in its messages; 0 for `most` means no quota. `ownLimit` names the per-key limit that
 * also applies to these rows.
 */
export function rowQuota(db: Db, thing: string, most: number, count: RowCount, ownLimit?: RowLimitName): Quota {
  return new Quota({ most, thing, ownLimit, count: (apiKeyId, limit) => count(db, apiKeyId, limit) });
}
