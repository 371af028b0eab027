import { type Db, type Sql, sql, statement } from "@parley/database";
import { parameter, sqlTypeOf, types, type ValuesOf } from "@parley/database/schema";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Chunk, Erased, Eraser } from "../model/plan.ts";
import { type RangedTable, rangeParameters, rangeTypes, rowCounter } from "./row-counter.ts";

/** The location of a range's rows, with the index by which they are read. */
export interface RowSource extends RangedTable {
  /** The column with the time at which a row was written, in ms. Absent for rows whose scope depends on the time of another row. */
  readonly writtenAt?: PgColumn;
  /** A further change in the statement that erases those rows of `next` that are `in_scope`. */
  readonly alongside?: Sql;
}

/** The fence: rows written after the request stay. */
const noOlderThan = (column: PgColumn) => sql`t.${column} <= $requestedAtMs`;

/**
 * SQL that reads the next rows of a chunk's ranges, in order, by one index, after the end of the last chunk: `range` (from 1 on), `place`
 * (the row's ctid), `inScope` (whether it is to be erased), the columns of the key, and `columns`. Rows come in the order of the index: an
 * `order by` would make Postgres sort each chunk.
 */
export function selectRows({ table, match, key, writtenAt }: RowSource, columns: readonly PgColumn[] = []): Sql {
  const keys = key.map((column) => sql`t.${column}`);
  const after = key.map((column, index) => afterKey(column, parameter(`key${index}`)));
  const wanted = [...new Set([...key, ...columns])].map((column) => sql`t.${column}`);
  return sql`select r.range, x.*
    from unnest($organizationIds::text[], $ids::text[], $parts::text[]) with ordinality as r (organization_id, id, part, range)
    cross join lateral (
      select t.ctid as place, ${writtenAt === undefined ? sql`true` : noOlderThan(writtenAt)} as in_scope, ${wanted}
      from ${table} t
      where t.${table.apiKeyId} = $apiKeyId and ${match} and (${keys}) > (${after})
      order by ${keys} limit $limit
    ) x
    order by r.range limit $limit`;
}

// The first range continues after the last row of the previous chunk, the others begin with their first row.
function afterKey(column: PgColumn, last: Sql): Sql {
  return isText(column)
    ? sql`case when r.range = 1 then ${last}::text else ''::text end`
    : sql`case when r.range = 1 then ${last}::bigint else (-9007199254740991)::bigint end`;
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
  return { ...places, ...rangeTypes };
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
    ...(Object.fromEntries(
      key.map((column, index) => [`key${index}`, after[index] ?? (isText(column) ? "" : Number.MIN_SAFE_INTEGER)]),
    ) as Record<`key${number}`, string | number>),
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
    { range: types.bigint, ...keyColumns(source.key), found: types.bigint, falling: types.bigint, gone: types.bigint },
    sql`with next as materialized (${selectRows(source)}),
     gone as (
       delete from ${source.table}
       where ${source.table.apiKeyId} = $apiKeyId and ctid = any(array(select place from next where in_scope)) returning 1
     )${source.alongside === undefined ? sql`` : sql`, alongside as (${source.alongside})`}
     select range, ${source.key}, (select count(*) from next) as found, (select count(*) from next where in_scope) as falling,
       (select count(*) from gone) as gone
     from next order by range desc, ${source.key.map((column) => sql`${column} desc`)} limit 1`,
  );
  return {
    ranges,
    count: rowCounter(schema, name, source),
    erase: async (tx, chunk) => {
      const last = await tx.row(remove, rowParameters(chunk, source.key));
      // A concurrent update moved a row, so that its place no longer matched: the chunk is read again.
      if (last !== undefined && last.gone < last.falling) return { rows: last.gone, next: { range: 0, key: chunk.after } };
      return { rows: last?.gone ?? 0, next: behind(last, last?.found === chunk.limit, source.key) };
    },
  };
}

function camelCase(column: string): string {
  return column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
