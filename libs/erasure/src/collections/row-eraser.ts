import { type Db, type Sql, sql, statement } from "@parley/database";
import { parameter, sqlTypeOf, types, type ValuesOf } from "@parley/database/schema";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Chunk, Erased, Eraser } from "../model/plan.ts";
import { isInScope, type RangedTable, rangeParameters, rangeTypes, rowCounter } from "./row-counter.ts";

/** The location of a range's rows, with the index by which they are read. */
export interface RowSource extends RangedTable {
  /** A further change in the statement that erases those rows of `next` that are `in_scope`. */
  readonly alongside?: Sql;
}

/**
 * SQL that reads the next rows of a chunk's ranges, in order, by one index, after the end of the last chunk: `range` (from 1 on), `place`
 * (the row's ctid), `inScope` (whether it is to be erased), the columns of the key, and `columns`. Rows come in the order of the index: an
 * `order by` would make Postgres sort each chunk.
 *
 * No key comes before the beginning: a range that begins is bounded by the least possible key, which is included.
 */
export function selectRows(source: RowSource, columns: readonly PgColumn[] = []): Sql {
  const { table, match, key } = source;
  const keys = key.map((column) => sql`t.${column}`);
  const from = sql`(${keys}) >= (${key.map((column, index) => fromKey(column, parameter(`key${index}`)))})`;
  const isNext = sql`(not ${continues} or (${keys}) <> (${key.map((column, index) => typedKey(column, parameter(`key${index}`)))}))`;
  const wanted = [...new Set([...key, ...columns])].map((column) => sql`t.${column}`);
  return sql`select r.range, x.*
    from unnest($organizationIds::text[], $ids::text[], $parts::text[]) with ordinality as r (organization_id, id, part, range)
    cross join lateral (
      select t.ctid as place, ${isInScope(source)} as in_scope, ${wanted}
      from ${table} t
      where t.${table.apiKeyId} = $apiKeyId and ${match} and ${from} and ${isNext}
      order by ${keys} limit $limit
    ) x
    order by r.range limit $limit`;
}

// The first range continues after the last row of the previous chunk, if there was one; the others begin with their first row.
const continues = sql`(r.range = 1 and not $begins)`;

function fromKey(column: PgColumn, last: Sql): Sql {
  const least = isText(column) ? sql`''::text` : sql`(-9223372036854775808)::bigint`;
  return sql`case when ${continues} then ${typedKey(column, last)} else ${least} end`;
}

function typedKey(column: PgColumn, value: Sql): Sql {
  return isText(column) ? sql`${value}::text` : sql`${value}::bigint`;
}

function isText(column: PgColumn): boolean {
  return sqlTypeOf(column) === "text";
}

function keyType(column: PgColumn): (typeof types)["text" | "bigint"] {
  return isText(column) ? types.text : types.bigint;
}

/** The types of the parameters of `selectRows`. */
export function rowTypes(key: readonly PgColumn[]) {
  const places: Record<`key${number}`, (typeof types)["text" | "bigint"]> = {};
  for (const [index, column] of key.entries()) places[`key${index}`] = keyType(column);
  return { begins: types.boolean, ...places, ...rangeTypes };
}

/** The columns of the key, as results. */
export function keyColumns(key: readonly PgColumn[]): Record<string, (typeof types)["text" | "bigint"]> {
  return Object.fromEntries(key.map((column) => [camelCase(column.name), keyType(column)]));
}

/** The parameters of `selectRows`. */
export function rowParameters(chunk: Chunk, key: readonly PgColumn[]) {
  const { after } = chunk;
  return {
    ...rangeParameters(chunk),
    begins: after.length === 0,
    ...(Object.fromEntries(key.map((column, index) => [`key${index}`, after[index] ?? (isText(column) ? "" : 0)])) as Record<
      `key${number}`,
      string | number
    >),
  };
}

/** A row as `selectRows` returns it. */
const foundRow = { range: types.bigint, place: types.tid, inScope: types.boolean };
export type FoundRow = ValuesOf<typeof foundRow>;

/** Where to continue after a row; undefined when there are no more rows. */
export function behind(last: object | undefined, hasMore: boolean, key: readonly PgColumn[]): Erased["next"] {
  if (last === undefined || !hasMore) return undefined;
  const row = last as Record<string, string | number>;
  return { range: Number(row.range) - 1, key: key.map(({ name }) => row[camelCase(name)] as string | number) };
}

/** Reads the next rows of a chunk. */
export function rowReader<const Columns extends Readonly<Record<string, PgColumn>>>(
  schema: string,
  name: string,
  source: RowSource,
  columns: Columns,
) {
  const select = statement(
    `${schema}.${name}`,
    rowTypes(source.key),
    { ...foundRow, ...keyColumns(source.key), ...columns },
    selectRows(source, Object.values(columns)),
  );
  type Found = ValuesOf<Columns> & FoundRow;
  return async (tx: Db, chunk: Chunk): Promise<{ rows: Found[]; next: Erased["next"] }> => {
    const rows = (await tx.rows(select, rowParameters(chunk, source.key))) as unknown as Found[];
    return { rows, next: behind(rows.at(-1), rows.length === chunk.limit, source.key) };
  };
}

/** Erases whole rows that no other rows depend on: one statement per chunk. */
export function rowEraser(schema: string, name: string, source: RowSource, ranges: Eraser["ranges"]): Eraser {
  const remove = statement(
    `${schema}.${name}`,
    rowTypes(source.key),
    { range: types.bigint, ...keyColumns(source.key), found: types.bigint, gone: types.bigint },
    sql`with next as materialized (${selectRows(source)}),
     gone as (
       delete from ${source.table}
       where ${source.table.apiKeyId} = $apiKeyId and ctid = any(array(select place from next where in_scope)) returning 1
     )${source.alongside === undefined ? sql`` : sql`, alongside as (${source.alongside})`}
     select range, ${source.key}, (select count(*) from next) as found, (select count(*) from gone) as gone
     from next order by range desc, ${source.key.map((column) => sql`${column} desc`)} limit 1`,
  );
  return {
    ranges,
    count: rowCounter(schema, name, source),
    erase: async (tx, chunk) => {
      // A row that a concurrent update moves meanwhile no longer matches its place: it is counted at the end, and another pass finds it.
      const last = await tx.row(remove, rowParameters(chunk, source.key));
      return { rows: last?.gone ?? 0, next: behind(last, last?.found === chunk.limit, source.key) };
    },
  };
}

function camelCase(column: string): string {
  return column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
