import { type Db, statement } from "@parley/database";
import { nowMs } from "../now-ms.ts";

const select = statement<object, { nowMs: number }>("messaging.clock", `select ${nowMs} as now_ms`);

/** What the database's clock says, in ms. */
export async function databaseNowMs(db: Db): Promise<number> {
  return (await db.row(select, {}))?.nowMs ?? 0;
}
