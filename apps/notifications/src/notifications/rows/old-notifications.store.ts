import { type Db, sql, statement } from "@parley/database";
import { agesByKey, type KeyAge, keyAgeParameters, keyAgesReason, keyAgeTypes, removedByKey, removedOf, removedRow } from "@parley/erasure";
import { nowMs } from "../../clock/now-ms.ts";
import { notifications, removals } from "./tables.ts";

const columns = [
  notifications.apiKeyId,
  notifications.notificationRef,
  notifications.organizationId,
  notifications.createdAtMs,
  notifications.notifyUsers,
];

// The refs of a key are in the order in which its notifications were added, but for the moments that their transactions took: the first ones are
// looked at, however many others there are. Their remaining rows are recorded as those of any other deleted notification are.
const remove = statement(
  "notifications.remove_old_of_keys",
  keyAgeTypes,
  removedRow,
  sql`with ${agesByKey(notifications.apiKeyId)}, old as materialized (
     select n.* from api_key cross join lateral (
       select ${notifications.notificationRef}, ${notifications.createdAtMs} from ${notifications} t
       where t.${notifications.apiKeyId} = api_key.${notifications.apiKeyId} order by t.${notifications.notificationRef} limit $limit
     ) as first cross join lateral (
       select ${columns}, ctid as place from ${notifications} t
       where t.${notifications.apiKeyId} = api_key.${notifications.apiKeyId} and t.${notifications.notificationRef} = first.${notifications.notificationRef}
       limit 1 for update skip locked
     ) as n
     where first.${notifications.createdAtMs} < ${nowMs} - api_key.age_ms
   ), gone as (
     delete from ${notifications} where ctid = any(array(select place from old))
   ), recorded as (
     insert into ${removals} (${removals.apiKeyId}, ${removals.notificationRef}, ${removals.organizationId}, ${removals.createdAtMs},
       ${removals.userIds})
     select ${notifications.apiKeyId}, ${notifications.notificationRef}, ${notifications.organizationId}, ${notifications.createdAtMs},
       array(select u ->> 'userId' from json_array_elements(${notifications.notifyUsers}) as u)
     from old
   )
   ${removedByKey(notifications.apiKeyId)}`,
  keyAgesReason,
);

/**
 * Deletes at most `limit` notifications of each key that are older than its age, which hides them from everyone, and records that their
 * remaining rows are to be deleted; returns how many, by key.
 */
export async function hideOldNotificationsOfKeys(db: Db, keys: readonly KeyAge[], limit: number): Promise<Map<string, number>> {
  return removedOf(await db.rows(remove, keyAgeParameters(keys, limit)));
}
