import { type Db, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { readMarks, recipients } from "../../streams/tables.ts";
import { notifications, removals } from "./tables.ts";

const remove = statement(
  "notifications.delete",
  { notificationIds: listOf(types.text), apiKeyId: notifications.apiKeyId, organizationId: notifications.organizationId },
  { notificationId: notifications.notificationId },
  `with locked as materialized (
     select n.notification_ref
     from (select id from unnest($notificationIds::text[]) as id order by id collate "C") i
     cross join lateral (
       select notification_ref from notifications
       where api_key_id = $apiKeyId and organization_id = $organizationId and notification_id = i.id limit 1 for update
     ) n
   ), gone as (
     delete from notifications where api_key_id = $apiKeyId and notification_ref = any(array(select notification_ref from locked))
     returning notification_id, notification_ref, created_at_ms, notify_users
   ), recorded as (
     insert into removals (api_key_id, notification_ref, organization_id, created_at_ms, user_ids)
     select $apiKeyId, notification_ref, $organizationId, created_at_ms,
       array(select u ->> 'userId' from json_array_elements(notify_users) as u)
     from gone
   )
   select notification_id from gone`,
);

/**
 * Deletes the notifications that exist, which hides them from everyone, records that their remaining rows are to be deleted, and returns
 * their ids.
 */
export async function deleteNotifications(
  db: Db,
  apiKeyId: string,
  organizationId: string,
  notificationIds: readonly string[],
): Promise<Set<string>> {
  return new Set((await db.rows(remove, { apiKeyId, organizationId, notificationIds })).map(({ notificationId }) => notificationId));
}

const removalColumns = {
  apiKeyId: removals.apiKeyId,
  organizationId: removals.organizationId,
  notificationRef: removals.notificationRef,
  createdAtMs: removals.createdAtMs,
  userIds: listOf(types.text),
};

/** A deleted notification with remaining rows. */
export type Removal = ValuesOf<typeof removalColumns>;

const select = statement(
  "notifications.removals",
  { apiKeyId: removals.apiKeyId, limit: types.bigint },
  removalColumns,
  `select api_key_id, organization_id, notification_ref, created_at_ms, user_ids from removals
   where api_key_id = $apiKeyId order by notification_ref limit $limit`,
);

/** The deleted notifications of an API key with remaining rows, oldest first. */
export function selectRemovals(db: Db, apiKeyId: string, limit: number): Promise<Removal[]> {
  return db.rows(select, { apiKeyId, limit });
}

const removeRecipients = statement(
  "notifications.recipients_delete",
  {
    apiKeyId: recipients.apiKeyId,
    organizationId: recipients.organizationId,
    userIds: listOf(types.text),
    createdAtMs: recipients.createdAtMs,
    notificationRef: recipients.notificationRef,
  },
  {},
  `delete from recipients
   where api_key_id = $apiKeyId and organization_id = $organizationId and user_id = any($userIds::text[])
     and created_at_ms = $createdAtMs and notification_ref = $notificationRef`,
);

/** At most a thousand: as many as a notification can name. */
export async function deleteRecipients(db: Db, removal: Removal): Promise<void> {
  if (removal.userIds.length > 0) await db.run(removeRecipients, removal);
}

// Up to an id, not those of a list: an older Postgres would read every mark of the notification and look each up in the list.
const removeReadMarks = statement(
  "notifications.read_marks_delete",
  {
    apiKeyId: readMarks.apiKeyId,
    organizationId: readMarks.organizationId,
    notificationRef: readMarks.notificationRef,
    limit: types.bigint,
  },
  {},
  `delete from read_marks
   where api_key_id = $apiKeyId and organization_id = $organizationId and notification_ref = $notificationRef
     and user_id <= (select max(user_id) from (
       select user_id from read_marks
       where api_key_id = $apiKeyId and organization_id = $organizationId and notification_ref = $notificationRef
       order by user_id limit $limit) first)`,
);

/** Deletes at most so many read marks of a deleted notification; returns how many there were. */
export function deleteReadMarks(db: Db, removal: Removal, limit: number): Promise<number> {
  return db.run(removeReadMarks, { ...removal, limit });
}

const finish = statement(
  "notifications.removal_finish",
  { apiKeyId: removals.apiKeyId, notificationRef: removals.notificationRef },
  {},
  "delete from removals where api_key_id = $apiKeyId and notification_ref = $notificationRef",
);

/** Call it when no rows are left. */
export async function finishRemoval(db: Db, { apiKeyId, notificationRef }: Removal): Promise<void> {
  await db.run(finish, { apiKeyId, notificationRef });
}
