import { type Db, type Sql, sql, statement } from "@parley/database";
import { types } from "@parley/database/schema";
import { type MessagingTables, messagingSchema } from "@parley/messaging/schema";
import { getTableName } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Chunk, Eraser } from "../model/plan.ts";

/** A table with rows of API keys. */
interface KeyedTable {
  /** The column that holds the API key. */
  readonly key: PgColumn;
  /** The columns that follow the API key in an index: the order in which rows are erased. */
  readonly order: readonly PgColumn[];
  /** The rows to erase; all when absent. */
  readonly match?: Sql;
}

// Messages about erasures stay: the erasure of the API key needs its own until it is complete.
function ofMessaging({ outbox, deadLetters, work }: MessagingTables): KeyedTable[] {
  const isNotOfErasure = (topic: PgColumn) => sql`${topic} not like 'erasure.%'`;
  return [
    { key: outbox.apiKeyId, order: [outbox.lane, outbox.sequence], match: isNotOfErasure(outbox.topic) },
    { key: deadLetters.apiKeyId, order: [deadLetters.deadLetterId], match: isNotOfErasure(deadLetters.topic) },
    { key: work.apiKeyId, order: [work.workId], match: sql`${work.kind} not like 'erasure%'` },
  ];
}

/**
 * Erases every row of an API key, table by table. It needs all tables of the schema with such rows, referring tables first. Rows written
 * after the request are erased too, because nobody has a right to them any more.
 */
export function apiKeyEraser(schema: string, own: readonly KeyedTable[]): Eraser {
  const keyed = [...own, ...ofMessaging(messagingSchema(schema))];
  const counts = keyed.map(({ key, match = sql`true` }) =>
    statement(
      `${schema}.erasure_key_count_${getTableName(key.table)}`,
      { apiKeyId: types.text, limit: types.bigint },
      { rows: types.bigint },
      sql`select count(*) as rows from (select from ${key.table} where ${key} = $apiKeyId and ${match} limit $limit) as counted`,
    ),
  );
  const tables = keyed.map(({ key, order, match = sql`true` }) =>
    statement(
      `${schema}.erasure_key_${getTableName(key.table)}`,
      { apiKeyId: types.text, limit: types.bigint },
      {},
      sql`delete from ${key.table} where ${key} = $apiKeyId and ctid = any(array(
         select ctid from ${key.table} where ${key} = $apiKeyId and ${match} order by ${[key, ...order]} limit $limit))`,
    ),
  );
  const removeFrom = async (tx: Db, index: number, { erasure: { apiKeyId }, limit }: Chunk) => {
    const table = tables[index];
    const rows = table === undefined ? 0 : await tx.run(table, { apiKeyId, limit });
    const next = rows === limit ? index : index + 1;
    return { rows, next: next < tables.length ? { range: 0, key: [next] } : undefined };
  };
  return {
    ranges: async () => ({ ranges: [{ organizationId: "", id: "", part: "" }], next: undefined }),
    async erase(tx, chunk) {
      return removeFrom(tx, Number(chunk.after[0] ?? 0), chunk);
    },
    async count(db, { erasure: { apiKeyId }, limit }) {
      let rows = 0;
      for (const table of counts) {
        if (rows >= limit) break;
        rows += (await db.row(table, { apiKeyId, limit: limit - rows }))?.rows ?? 0;
      }
      return rows;
    },
  };
}
