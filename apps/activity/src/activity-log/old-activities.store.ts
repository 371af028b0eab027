import { type Db, sql, statement } from "@parley/database";
import { types } from "@parley/database/schema";
import type { KeyAge } from "@parley/erasure";
import { activities, nowMs } from "../schema.ts";

// Scans activities_by_age. Skips rows that another process is deleting.
const remove = statement(
  "activity.remove_old_activities",
  { apiKeyId: activities.apiKeyId, ageMs: types.bigint, limit: types.bigint },
  {},
  sql`with old as materialized (
     select ctid as place from ${activities}
     where ${activities.apiKeyId} = $apiKeyId and ${activities.createdAtMs} < ${nowMs} - $ageMs::bigint
     order by ${activities.createdAtMs} limit $limit for update skip locked
   )
   delete from ${activities} where ${activities.apiKeyId} = $apiKeyId and ctid = any(array(select place from old))`,
);

/**
 * Deletes at most `limit` records per API key that are older than the key's retention. It takes one key after the other, because their rows
 * may be on several servers. Returns the number of deleted records by key.
 */
export async function removeOldActivities(db: Db, keys: readonly KeyAge[], limit: number): Promise<Map<string, number>> {
  const removed = new Map<string, number>();
  for (const { apiKeyId, ageMs } of keys) {
    const rows = await db.run(remove, { apiKeyId, ageMs, limit });
    if (rows > 0) removed.set(apiKeyId, rows);
  }
  return removed;
}
