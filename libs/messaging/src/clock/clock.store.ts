import { type Db, sql, statement } from "@parley/database";
import { nowMs, types } from "@parley/database/schema";

const select = statement("messaging.clock", {}, { nowMs: types.bigint }, sql`select ${nowMs} as now_ms`);

/** The time of the database's clock, in ms. */
export async function databaseNowMs(db: Db): Promise<number> {
  return (await db.row(select, {}))?.nowMs ?? 0;
}
