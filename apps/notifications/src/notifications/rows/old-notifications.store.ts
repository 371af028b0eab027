import { type Db, sql, statement } from "@parley/database";
import { types } from "@parley/database/schema";
import type { KeyAge } from "@parley/erasure";
import { nowMs } from "../../clock/now-ms.ts";
import { deletedNotifications, notifications } from "./tables.ts";

const columns = [notifications.notificationRef, notifications.organizationId, notifications.createdAtMs, notifications.notifyUsers];

// The refs of a key have about the order of insertion, so only the first are examined, however many rows follow. The remaining rows of the
// notifications are recorded for deletion, as for any deleted notification.
const remove = statement(
  "notifications.remove_old",
  { apiKeyId: notifications.apiKeyId, ageMs: types.bigint, limit: types.bigint },
  { removed: types.bigint },
  sql`with old as materialized (
     select n.* from (
       select ${notifications.notificationRef}, ${notifications.createdAtMs} from ${notifications} t
       where t.${notifications.apiKeyId} = $apiKeyId order by t.${notifications.notificationRef} limit $limit
     ) as first cross join lateral (
       select ${columns} from ${notifications} t
       where t.${notifications.apiKeyId} = $apiKeyId and t.${notifications.notificationRef} = first.${notifications.notificationRef}
       limit 1 for update skip locked
     ) as n
     where first.${notifications.createdAtMs} < ${nowMs} - $ageMs::bigint
   ), gone as (
     delete from ${notifications} where ${notifications.apiKeyId} = $apiKeyId
       and ${notifications.notificationRef} = any(array(select ${notifications.notificationRef} from old))
   ), recorded as (
     insert into ${deletedNotifications} (${deletedNotifications.apiKeyId}, ${deletedNotifications.notificationRef}, ${deletedNotifications.organizationId}, ${deletedNotifications.createdAtMs},
       ${deletedNotifications.userIds})
     select $apiKeyId, ${notifications.notificationRef}, ${notifications.organizationId}, ${notifications.createdAtMs},
       array(select u ->> 'userId' from json_array_elements(${notifications.notifyUsers}) as u)
     from old
   )
   select count(*) as removed from old`,
);

/**
 * Deletes at most `limit` notifications of the key that are older than its age, which hides them from everyone, and records that their remaining
 * rows are to be deleted; returns how many.
 */
export async function hideOldNotifications(db: Db, { apiKeyId, ageMs }: KeyAge, limit: number): Promise<number> {
  return (await db.row(remove, { apiKeyId, ageMs, limit }))?.removed ?? 0;
}
