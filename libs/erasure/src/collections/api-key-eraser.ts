import { type Db, statement } from "@parley/database";
import { types } from "@parley/database/schema";
import type { Chunk, Eraser } from "../model/plan.ts";

/** A table with rows of API keys. */
interface KeyedTable {
  readonly table: string;
  /** The columns that follow the API key in an index: the order in which rows are erased. */
  readonly order: string;
  /** The column that holds the API key; `api_key_id` when absent. */
  readonly key?: string;
  /** The rows to erase; all when absent. */
  readonly match?: string;
}

// An erasure needs its own messages until its end.
const isNotOfErasure = "topic not like 'erasure.%'";

const ofMessaging: readonly KeyedTable[] = [
  { table: "outbox", order: "lane, sequence", match: isNotOfErasure },
  { table: "dead_letters", order: "dead_letter_id", match: isNotOfErasure },
  { table: "work", order: "work_id", match: "kind <> 'erasure'" },
];

/**
 * Erases every row of an API key, table by table: needs all tables of the schema that hold such rows, first those that refer to others.
 * Rows written after the request are erased too: nobody has a right to them any more.
 */
export function apiKeyEraser(schema: string, own: readonly KeyedTable[]): Eraser {
  const tables = [...own, ...ofMessaging].map(({ table, order, key = "api_key_id", match = "true" }) =>
    statement(
      `${schema}.erasure_key_${table}`,
      { apiKeyId: types.text, limit: types.bigint },
      {},
      `delete from ${table} where ${key} = $apiKeyId and ctid = any(array(
         select ctid from ${table} where ${key} = $apiKeyId and ${match} order by ${key}, ${order} limit $limit))`,
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
  };
}
