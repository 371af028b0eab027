import { type Db, sql, statement } from "@parley/database";
import { listOf, nullable, types } from "@parley/database/schema";
import type { Json } from "@parley/kernel";
import { getTableName } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Chunk, Erased, Eraser } from "../model/plan.ts";
import { behind, keyColumns, type RowSource, rowParameters, rowTypes, selectRows } from "./row-eraser.ts";

interface MentionOptions {
  readonly schema: string;
  /** Reads all rows of an organization, because no index finds the users whom they mention. */
  readonly source: RowSource & { readonly writtenAt: PgColumn };
  /** Columns of type json. */
  readonly columns: readonly PgColumn[];
}

// Reading is cheaper than erasing.
const rowsPerRow = 2;
// Rows that are scanned at once for counting.
const rowsPerLook = 10_000;

/**
 * Erases users from other users' rows: rows stay, user objects and ids in their JSON columns are erased. Reads every row of an organization
 * that was written before the request.
 */
export function mentionEraser({ schema, source, columns }: MentionOptions, ranges: Eraser["ranges"]): Eraser {
  const { table, key } = source;
  const names = columns.map(({ name }) => name);
  const texts = sql`concat(${columns.map((column) => sql`${column}::text`)})`;
  // A text with escapes may spell the id differently, so it is parsed.
  const select = statement(
    `${schema}.erase_mentions_${getTableName(table)}_find`,
    { ...rowTypes(key), needles: listOf(types.text) },
    { range: types.bigint, ...keyColumns(key), found: types.bigint, mentions: nullable(types.text) },
    sql`with next as materialized (${selectRows(source, columns)}),
     naming as materialized (
       select place, ${columns} from next
       where in_scope and (exists (select from unnest($needles::text[]) as needle where strpos(${texts}, needle) > 0)
         or strpos(${texts}, E'\\\\u') > 0)
     )
     select range, ${key}, (select count(*) from next) as found, (select json_agg(naming)::text from naming) as mentions
     from next order by range desc, ${key.map((column) => sql`${column} desc`)} limit 1`,
  );
  // The list of places makes Postgres read these rows by their places, however it estimates the join.
  const update = statement(
    `${schema}.erase_mentions_${getTableName(table)}`,
    { apiKeyId: types.text, requestedAtMs: types.bigint, rows: types.json },
    {},
    sql`update ${table} t set ${columns.map((column) => sql`${column} = i.${column}`)}
     from json_to_recordset($rows::json) as i (place tid, ${columns.map((column) => sql`${column} json`)})
     where t.${table.apiKeyId} = $apiKeyId and t.ctid = i.place and t.${source.writtenAt} <= $requestedAtMs
       and t.ctid = any(array(select place from json_to_recordset($rows::json) as p (place tid)))`,
  );
  const find = async (tx: Db, chunk: Chunk) => {
    const userIds = new Set(chunk.erasure.scope.userIds);
    // The ids as they occur in JSON text, with quotation marks.
    const needles = [...userIds].map((id) => JSON.stringify(id));
    const last = await tx.row(select, { ...rowParameters(chunk, key), needles });
    const looked = last?.found ?? 0;
    return { looked, next: behind(last, looked === chunk.limit, key), changed: changedRows(last?.mentions ?? "[]", names, userIds) };
  };
  return {
    ranges,
    isProvenByPass: true,
    // No index finds mentions: if there are more rows than may be scanned for a count, there may be more mentions, too.
    count: async (db, { erasure, ranges: all, limit }) => {
      let looked = 0;
      let rows = 0;
      for (let at: Erased["next"] = { range: 0, key: [] }; at !== undefined; ) {
        const from: NonNullable<Erased["next"]> = at;
        const found: Awaited<ReturnType<typeof find>> = await find(db, {
          erasure,
          ranges: all.slice(from.range),
          after: from.key,
          limit: Math.min(rowsPerLook, limit),
        });
        looked += found.looked;
        rows += found.changed.length;
        if (looked >= limit) return limit;
        at = found.next && { range: from.range + found.next.range, key: found.next.key };
      }
      return rows;
    },
    erase: async (tx, chunk) => {
      const { apiKeyId, requestedAtMs } = chunk.erasure;
      const { next, changed } = await find(tx, { ...chunk, limit: chunk.limit * rowsPerRow });
      const updated = changed.length === 0 ? 0 : await tx.run(update, { apiKeyId, requestedAtMs, rows: JSON.stringify(changed) });
      // A concurrent update moved a row, so that its place no longer matched: the chunk is read again.
      return { rows: updated, next: updated < changed.length ? { range: 0, key: chunk.after } : next };
    },
  };
}

function changedRows(mentions: string, columns: readonly string[], userIds: ReadonlySet<string>): object[] {
  const rows = JSON.parse(mentions) as Record<string, Json>[];
  return rows.flatMap((row) => {
    const after = Object.fromEntries(columns.map((column) => [column, withoutUsers(row[column] ?? null, userIds)]));
    return columns.some((column) => after[column] !== (row[column] ?? null)) ? [{ place: row.place, ...after }] : [];
  });
}

/** Replaces an erased user. */
const erasedUser = "Deleted user";

// Keys whose value is the id of a user, or a list of ids: userId, authorId, taggedUserIds, assignee_id.
const keyOfIds = /(user|author|assignee|actor|owner|creator|tagged|mentioned|involved|recipient)_?ids?$/i;

/**
 * The value without the given users: user objects (`{userId, …}`) and ids under keys for users. An object is replaced by the words "Deleted
 * user" and dropped from a list; an id is replaced by null. Texts that happen to equal an id stay: `{"status": "1"}` is not about the user
 * 1. Returns the same value when it contains none of the users.
 */
function withoutUsers(value: Json, userIds: ReadonlySet<string>): Json {
  return replaced(value, "", userIds);
}

function replaced(value: Json, key: string, userIds: ReadonlySet<string>): Json {
  if (typeof value === "string") return userIds.has(value) && keyOfIds.test(key) ? null : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return replacedList(value, key, userIds);
  if (typeof value.userId === "string" && userIds.has(value.userId)) return erasedUser;
  let changed = false;
  const entries = Object.entries(value).map(([name, item]) => {
    const after = replaced(item, name, userIds);
    changed ||= after !== item;
    return [name, after] as const;
  });
  return changed ? Object.fromEntries(entries) : value;
}

function replacedList(items: readonly Json[], key: string, userIds: ReadonlySet<string>): Json {
  const kept = items.filter((item) => !isUser(item, key, userIds));
  const after = kept.map((item) => replaced(item, key, userIds));
  return kept.length === items.length && after.every((item, index) => item === items[index]) ? (items as Json) : after;
}

function isUser(item: Json, key: string, userIds: ReadonlySet<string>): boolean {
  if (typeof item === "string") return userIds.has(item) && keyOfIds.test(key);
  return typeof item === "object" && item !== null && !Array.isArray(item) && typeof item.userId === "string" && userIds.has(item.userId);
}
