import { type Db, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import type { KeyAge } from "@parley/erasure";
import { activities, nowMs } from "../schema.ts";

// Scans activities_by_age; rows that another process is deleting are left to it.
const remove = statement(
  "activity.remove_old_activities",
  { apiKeyIds: listOf(types.text), agesMs: listOf(types.bigint), limit: types.bigint },
  { apiKeyId: activities.apiKeyId, removed: types.bigint },
  sql`with old as materialized (
     select k.id, t.place from unnest($apiKeyIds::text[], $agesMs::bigint[]) as k (id, age_ms) cross join lateral (
       select ctid as place from ${activities}
       where ${activities.apiKeyId} = k.id and ${activities.createdAtMs} < ${nowMs} - k.age_ms
       order by ${activities.createdAtMs} limit $limit for update skip locked
     ) t
   ), gone as (
     delete from ${activities} where ctid = any(array(select place from old))
   )
   select id as api_key_id, count(*) as removed from old group by id`,
  { crossTenant: "Each key's records go by its own retention." },
);

/** Deletes at most `limit` records of each key's activity log that are older than its age; returns how many, by key. */
export async function removeOldActivities(db: Db, keys: readonly KeyAge[], limit: number): Promise<Map<string, number>> {
  const rows = await db.rows(remove, { apiKeyIds: keys.map(({ apiKeyId }) => apiKeyId), agesMs: keys.map(({ ageMs }) => ageMs), limit });
  return new Map(rows.map(({ apiKeyId, removed }) => [apiKeyId, removed]));
}
