import { Quota } from "@parley/runtime";
import type { Db } from "./db.ts";
import type { RowCount } from "./row-count.ts";

/** The quota of rows of a table; `thing` names one of them in its refusals, and 0 for `most` means none. */
export function rowQuota(db: Db, thing: string, most: number, count: RowCount): Quota {
  return new Quota({ most, thing, count: (apiKeyId, limit) => count(db, apiKeyId, limit) });
}
