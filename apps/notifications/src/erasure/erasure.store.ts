import { type Db, type Sql, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { deletedNotifications, notifications } from "../notifications/rows/tables.ts";
import { emailItems, emails, webhookDeliveries } from "../schema.ts";
import { recipients } from "../streams/tables.ts";

interface Within {
  readonly apiKeyId: string;
  readonly requestedAtMs: number;
}

const removeFound = statement(
  "notifications.erase",
  { apiKeyId: notifications.apiKeyId, refs: listOf(types.bigint), requestedAtMs: deletedNotifications.requestedAtMs },
  {},
  sql`with gone as (
     delete from ${notifications} where ${notifications.apiKeyId} = $apiKeyId and ${notifications.notificationRef} = any($refs::bigint[])
       and ${notifications.createdAtMs} <= $requestedAtMs
     returning ${notifications.notificationRef}, ${notifications.organizationId}, ${notifications.createdAtMs}, ${notifications.notifyUsers}
   )
   insert into ${deletedNotifications} (${deletedNotifications.apiKeyId}, ${deletedNotifications.notificationRef}, ${deletedNotifications.organizationId}, ${deletedNotifications.createdAtMs},
     ${deletedNotifications.userIds})
   select $apiKeyId, ${notifications.notificationRef}, ${notifications.organizationId}, ${notifications.createdAtMs},
     array(select u ->> 'userId' from json_array_elements(${notifications.notifyUsers}) as u)
   from gone
   on conflict do nothing`,
);

/** Deletes notifications; recipients and read marks are deleted later, as for any deleted notification (`sweepSome`). */
export function eraseNotifications(tx: Db, within: Within, refs: readonly number[]): Promise<number> {
  return refs.length === 0 ? Promise.resolve(0) : tx.run(removeFound, { ...within, refs });
}

// Rows are found by ctid, because no index serves. Rows are never moved, and a newer row at the same ctid is too recent to match.
const removeRecipients = statement(
  "notifications.erase_recipients",
  { apiKeyId: recipients.apiKeyId, places: listOf(types.tid), requestedAtMs: types.bigint },
  {},
  sql`delete from ${recipients} where ${recipients.apiKeyId} = $apiKeyId and ctid = any($places::tid[])
    and ${recipients.createdAtMs} <= $requestedAtMs`,
);

export function eraseRecipients(tx: Db, within: Within, places: readonly string[]): Promise<number> {
  return tx.run(removeRecipients, { ...within, places });
}

const others = sql`(select u from json_array_elements(n.${notifications.notifyUsers}) with ordinality as u (named, position)
    where u.named ->> 'userId' <> all($userIds::text[]))`;

const selectOrphans = statement(
  "notifications.erase_orphans",
  { apiKeyId: notifications.apiKeyId, refs: listOf(types.bigint), userIds: listOf(types.text) },
  { ref: notifications.notificationRef },
  sql`select n.${notifications.notificationRef} as ref from ${notifications} n
   where n.${notifications.apiKeyId} = $apiKeyId and n.${notifications.notificationRef} = any($refs::bigint[])
     and not n.${notifications.notifyAll} and not exists ${others}
   order by n.${notifications.organizationId}, n.${notifications.notificationId} for update`,
);

/** The notifications that are addressed only to these users. */
export async function selectOrphanedNotifications(
  tx: Db,
  apiKeyId: string,
  refs: readonly number[],
  userIds: readonly string[],
): Promise<number[]> {
  return (await tx.rows(selectOrphans, { apiKeyId, refs, userIds })).map(({ ref }) => ref);
}

const removeNames = statement(
  "notifications.erase_names",
  { userIds: listOf(types.text), apiKeyId: notifications.apiKeyId, refs: listOf(types.bigint), requestedAtMs: types.bigint },
  {},
  sql`update ${notifications} n
   set ${notifications.notifyUsers} = (
     select coalesce(json_agg(u.named order by u.position), '[]'::json)
     from json_array_elements(n.${notifications.notifyUsers}) with ordinality as u (named, position)
     where u.named ->> 'userId' <> all($userIds::text[]))
   where n.${notifications.apiKeyId} = $apiKeyId and n.${notifications.notificationRef} = any($refs::bigint[])
     and n.${notifications.createdAtMs} <= $requestedAtMs`,
);

/** Removes the users from the named recipients of the notifications. */
export function eraseNames(tx: Db, within: Within, refs: readonly number[], userIds: readonly string[]): Promise<number> {
  return tx.run(removeNames, { ...within, refs, userIds });
}

// SQL: which deliveries and mails fall under an erasure, for erasing and counting alike.

/** A delivery may be created long after its event was written. */
export const deliveryIsInScope = sql`${webhookDeliveries.eventTimeMs} <= $requestedAtMs`;

const itemsOfMail = (condition: Sql) =>
  sql`select from ${emailItems} i where i.${emailItems.apiKeyId} = $apiKeyId and i.${emailItems.emailId} = e.${emails.emailId}
    and i.${emailItems.writtenAtMs} ${condition} $requestedAtMs`;

/** Of the mail `e`: whether it has no items that were written after the request. */
export const mailIsWhole = sql`not exists (${itemsOfMail(sql`>`)})`;

/** Whether the mail `e`, or an item of it, was written before the request. */
export const mailIsInScope = sql`(exists (${itemsOfMail(sql`<=`)}) or (e.${emails.createdAtMs} <= $requestedAtMs and ${mailIsWhole}))`;
