import type { RowLimitName } from "@parley/kernel";
import { Quota } from "@parley/runtime";
import type { Db } from "./db.ts";
import type { RowCount } from "./row-count.ts";

/** The quota of rows of a table; `thing` names one of them in its refusals, and 0 for `most` means none. `ownLimit` is what an API key may have of its own. */
export function rowQuota(db: Db, thing: string, most: number, count: RowCount, ownLimit?: RowLimitName): Quota {
  return new Quota({ most, thing, ownLimit, count: (apiKeyId, limit) => count(db, apiKeyId, limit) });
}
