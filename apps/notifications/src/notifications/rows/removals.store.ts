import { type Db, sql, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { readMarks, recipients } from "../../streams/tables.ts";
import { deletedNotifications, notifications } from "./tables.ts";

const remove = statement(
  "notifications.delete",
  { notificationIds: listOf(types.text), apiKeyId: notifications.apiKeyId, organizationId: notifications.organizationId },
  { notificationId: notifications.notificationId },
  sql`with locked as materialized (
     select n.${notifications.notificationRef}
     from (select id from unnest($notificationIds::text[]) as id order by id collate "C") i
     cross join lateral (
       select ${notifications.notificationRef} from ${notifications}
       where ${notifications.apiKeyId} = $apiKeyId and ${notifications.organizationId} = $organizationId
         and ${notifications.notificationId} = i.id limit 1 for update
     ) n
   ), gone as (
     delete from ${notifications} where ${notifications.apiKeyId} = $apiKeyId
       and ${notifications.notificationRef} = any(array(select ${notifications.notificationRef} from locked))
     returning ${notifications.notificationId}, ${notifications.notificationRef}, ${notifications.createdAtMs}, ${notifications.notifyUsers}
   ), recorded as (
     insert into ${deletedNotifications} (${deletedNotifications.apiKeyId}, ${deletedNotifications.notificationRef}, ${deletedNotifications.organizationId}, ${deletedNotifications.createdAtMs},
       ${deletedNotifications.userIds})
     select $apiKeyId, ${notifications.notificationRef}, $organizationId, ${notifications.createdAtMs},
       array(select u ->> 'userId' from json_array_elements(${notifications.notifyUsers}) as u)
     from gone
   )
   select ${notifications.notificationId} from gone`,
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
  apiKeyId: deletedNotifications.apiKeyId,
  organizationId: deletedNotifications.organizationId,
  notificationRef: deletedNotifications.notificationRef,
  createdAtMs: deletedNotifications.createdAtMs,
  userIds: listOf(types.text),
};

/** A deleted notification with remaining rows. */
export type Removal = ValuesOf<typeof removalColumns>;

const select = statement(
  "notifications.deleted_notifications",
  { apiKeyId: deletedNotifications.apiKeyId, limit: types.bigint },
  removalColumns,
  sql`select ${deletedNotifications.apiKeyId}, ${deletedNotifications.organizationId}, ${deletedNotifications.notificationRef}, ${deletedNotifications.createdAtMs}, ${deletedNotifications.userIds}
   from ${deletedNotifications}
   where ${deletedNotifications.apiKeyId} = $apiKeyId order by ${deletedNotifications.notificationRef} limit $limit`,
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
  sql`delete from ${recipients}
   where ${recipients.apiKeyId} = $apiKeyId and ${recipients.organizationId} = $organizationId
     and ${recipients.userId} = any($userIds::text[])
     and ${recipients.createdAtMs} = $createdAtMs and ${recipients.notificationRef} = $notificationRef`,
);

/** Deletes all recipients of a notification, of which there are at most a thousand. */
export async function deleteRecipients(db: Db, removal: Omit<Removal, "userIds"> & { readonly userIds: readonly string[] }): Promise<void> {
  if (removal.userIds.length > 0) await db.run(removeRecipients, removal);
}

// Up to an id instead of a list: an older Postgres would read every mark of the notification and look each up in the list.
const removeReadMarks = statement(
  "notifications.read_marks_delete",
  {
    apiKeyId: readMarks.apiKeyId,
    organizationId: readMarks.organizationId,
    notificationRef: readMarks.notificationRef,
    limit: types.bigint,
  },
  {},
  sql`delete from ${readMarks}
   where ${readMarks.apiKeyId} = $apiKeyId and ${readMarks.organizationId} = $organizationId
     and ${readMarks.notificationRef} = $notificationRef
     and ${readMarks.userId} <= (select max(${readMarks.userId}) from (
       select ${readMarks.userId} from ${readMarks}
       where ${readMarks.apiKeyId} = $apiKeyId and ${readMarks.organizationId} = $organizationId
         and ${readMarks.notificationRef} = $notificationRef
       order by ${readMarks.userId} limit $limit) first)`,
);

/** Deletes at most `limit` read marks of a deleted notification; returns how many there were. */
export function deleteReadMarks(db: Db, removal: Removal, limit: number): Promise<number> {
  return db.run(removeReadMarks, { ...removal, limit });
}

const finish = statement(
  "notifications.removal_finish",
  { apiKeyId: deletedNotifications.apiKeyId, notificationRef: deletedNotifications.notificationRef },
  {},
  sql`delete from ${deletedNotifications} where ${deletedNotifications.apiKeyId} = $apiKeyId and ${deletedNotifications.notificationRef} = $notificationRef`,
);

/** To be called when no rows are left. */
export async function finishRemoval(db: Db, { apiKeyId, notificationRef }: Removal): Promise<void> {
  await db.run(finish, { apiKeyId, notificationRef });
}
