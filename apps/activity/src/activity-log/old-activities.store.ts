import { type Db, sql, statement } from "@parley/database";
import { agesByKey, type KeyAge, keyAgeParameters, keyAgesReason, keyAgeTypes, removedByKey, removedOf, removedRow } from "@parley/erasure";
import { activities, nowMs } from "../schema.ts";

// Scans activities_by_age. Skips rows that another process is deleting.
const remove = statement(
  "activity.remove_old_activities",
  keyAgeTypes,
  removedRow,
  sql`with ${agesByKey(activities.apiKeyId)}, old as materialized (
     select api_key.${activities.apiKeyId}, t.place from api_key cross join lateral (
       select ctid as place from ${activities} a
       where a.${activities.apiKeyId} = api_key.${activities.apiKeyId} and a.${activities.createdAtMs} < ${nowMs} - api_key.age_ms
       order by a.${activities.createdAtMs} limit $limit for update skip locked
     ) t
   ), gone as (
     delete from ${activities} where ctid = any(array(select place from old))
   )
   ${removedByKey(activities.apiKeyId)}`,
  keyAgesReason,
);

/** Deletes at most `limit` records per API key that are older than the key's retention. Returns the number of deleted records by key. */
export async function removeOldActivities(db: Db, keys: readonly KeyAge[], limit: number): Promise<Map<string, number>> {
  return removedOf(await db.rows(remove, keyAgeParameters(keys, limit)));
}
