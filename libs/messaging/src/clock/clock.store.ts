import { type Db, statement } from "@parley/database";
import { types } from "@parley/database/schema";

/** SQL: milliseconds since the epoch by the database's clock, the one clock that all processes share. */
export const nowMs = "(extract(epoch from clock_timestamp()) * 1000)::bigint";

const select = statement("messaging.clock", {}, { nowMs: types.bigint }, `select ${nowMs} as now_ms`);

/** What the database's clock says, in ms. */
export async function databaseNowMs(db: Db): Promise<number> {
  return (await db.row(select, {}))?.nowMs ?? 0;
}
