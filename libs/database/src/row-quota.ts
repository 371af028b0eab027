import type { RowLimitName } from "@parley/kernel";
import { Quota } from "@parley/runtime";
import type { Db } from "./db.ts";
import type { RowCount } from "./row-count.ts";

/**
 * The quota of rows of a table. `thing` names one row in its messages; 0 for `most` means no quota. `ownLimit` names the per-key limit that
 * also applies to these rows.
 */
export function rowQuota(db: Db, thing: string, most: number, count: RowCount, ownLimit?: RowLimitName): Quota {
  return new Quota({ most, thing, ownLimit, count: (apiKeyId, limit) => count(db, apiKeyId, limit) });
}
