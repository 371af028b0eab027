import { type Db, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Chunk, Erased, Eraser } from "../model/plan.ts";

/** A column of the order in which rows of a range are read. */
interface RowKey {
  readonly column: string;
  readonly type: "bigint" | "text";
}

/** Where the rows of a range are, and by which index they are read. */
export interface RowSource {
  readonly table: string;
  /** The condition for a row to be in the range `r` (`organization_id`, `id`, `part`). */
  readonly match: string;
  /** The columns that follow in the index. */
  readonly key: readonly RowKey[];
  /** The column with the time at which a row was written, in ms; absent when another row's time decides. */
  readonly writtenAt?: string;
}

/** The fence: rows written after the request stay. */
const noOlderThan = (column: string) => `${column} <= $requestedAtMs`;

const lowest = { bigint: "(-9007199254740991)", text: "''" } as const;

/**
 * SQL that reads the next rows of a chunk's ranges, in order, by one index, after the end of the last chunk: `range` (from 1 on), `place`
 * (the row's ctid), `inScope` (whether it is to be erased), the columns of the key, and `columns`. Rows come in the order of the index: an
 * `order by` would make Postgres sort each chunk.
 */
export function selectRows({ table, match, key, writtenAt }: RowSource, columns: readonly string[] = []): string {
  const names = key.map(({ column }) => column);
  const after = key.map(({ type }, index) => `case when r.range = 1 then $key${index}::${type} else ${lowest[type]}::${type} end`);
  const wanted = [...new Set([...names, ...columns])];
  return `select r.range, x.*
    from unnest($organizationIds::text[], $ids::text[], $parts::text[]) with ordinality as r (organization_id, id, part, range)
    cross join lateral (
      select t.ctid as place, ${writtenAt === undefined ? "true" : noOlderThan(`t.${writtenAt}`)} as in_scope, ${wanted.map((name) => `t.${name}`).join(", ")}
      from ${table} t
      where t.api_key_id = $apiKeyId and ${match} and (${names.map((name) => `t.${name}`).join(", ")}) > (${after.join(", ")})
      order by ${names.map((name) => `t.${name}`).join(", ")} limit $limit
    ) x
    order by r.range limit $limit`;
}

/** The types of the parameters of `selectRows`. */
export function rowTypes(key: readonly RowKey[]) {
  const places: Record<`key${number}`, (typeof types)["text" | "bigint"]> = {};
  for (const [index, { type }] of key.entries()) places[`key${index}`] = types[type];
  return { ...places, ...chunkTypes };
}

const chunkTypes = {
  apiKeyId: types.text,
  requestedAtMs: types.bigint,
  limit: types.bigint,
  organizationIds: listOf(types.text),
  ids: listOf(types.text),
  parts: listOf(types.text),
};

/** The columns of the key, as results. */
export function keyColumns(key: readonly RowKey[]): Record<string, (typeof types)["text" | "bigint"]> {
  return Object.fromEntries(key.map(({ column, type }) => [camelCase(column), types[type]]));
}

/** The parameters of `selectRows`. */
export function rowParameters({ erasure: { apiKeyId, requestedAtMs }, ranges, after, limit }: Chunk, key: readonly RowKey[]) {
  return {
    apiKeyId,
    requestedAtMs,
    limit,
    organizationIds: ranges.map(({ organizationId }) => organizationId),
    ids: ranges.map(({ id }) => id),
    parts: ranges.map(({ part }) => part),
    ...(Object.fromEntries(
      key.map(({ type }, index) => [`key${index}`, after[index] ?? (type === "text" ? "" : Number.MIN_SAFE_INTEGER)]),
    ) as Record<`key${number}`, string | number>),
  };
}

/** A row as `selectRows` returns it. */
const foundRow = { range: types.bigint, place: types.tid, inScope: types.boolean };
export type FoundRow = ValuesOf<typeof foundRow>;

/** Where to continue after a row; undefined when there are no more. */
export function behind(last: object | undefined, hasMore: boolean, key: readonly RowKey[]): Erased["next"] {
  if (last === undefined || !hasMore) return undefined;
  const row = last as Record<string, string | number>;
  return { range: Number(row.range) - 1, key: key.map(({ column }) => row[camelCase(column)] as string | number) };
}

/** Reads the next rows of a chunk. */
export function rowReader<const Columns extends Readonly<Record<string, PgColumn>>>(
  schema: string,
  name: string,
  source: RowSource,
  columns: Columns,
) {
  const names = Object.values(columns).map((column) => column.name);
  const select = statement(
    `${schema}.${name}`,
    rowTypes(source.key),
    { ...foundRow, ...keyColumns(source.key), ...columns },
    selectRows(source, names),
  );
  type Found = ValuesOf<Columns> & FoundRow;
  return async (tx: Db, chunk: Chunk): Promise<{ rows: Found[]; next: Erased["next"] }> => {
    const rows = (await tx.rows(select, rowParameters(chunk, source.key))) as unknown as Found[];
    return { rows, next: behind(rows.at(-1), rows.length === chunk.limit, source.key) };
  };
}

/** Erases whole rows that no other rows depend on: one statement per chunk. */
export function rowEraser(schema: string, name: string, source: RowSource, ranges: Eraser["ranges"]): Eraser {
  const names = source.key.map(({ column }) => column);
  const remove = statement(
    `${schema}.${name}`,
    rowTypes(source.key),
    { range: types.bigint, ...keyColumns(source.key), found: types.bigint, falling: types.bigint, gone: types.bigint },
    `with next as materialized (${selectRows(source)}),
     gone as (
       delete from ${source.table} where api_key_id = $apiKeyId and ctid = any(array(select place from next where in_scope)) returning 1
     )
     select range, ${names.join(", ")}, (select count(*) from next) as found, (select count(*) from next where in_scope) as falling,
       (select count(*) from gone) as gone
     from next order by range desc, ${names.map((column) => `${column} desc`).join(", ")} limit 1`,
  );
  return {
    ranges,
    erase: async (tx, chunk) => {
      const last = await tx.row(remove, rowParameters(chunk, source.key));
      // A row was changed in the meantime, which moves it.
      if (last !== undefined && last.gone < last.falling) return { rows: last.gone, next: { range: 0, key: chunk.after } };
      return { rows: last?.gone ?? 0, next: behind(last, last?.found === chunk.limit, source.key) };
    },
  };
}

function camelCase(column: string): string {
  return column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
