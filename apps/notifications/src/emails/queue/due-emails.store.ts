import { type Db, sql, statement } from "@parley/database";
import { listOf, narrowed, nullable, types, type ValuesOf } from "@parley/database/schema";
import { notifications } from "../../notifications/rows/tables.ts";
import { readMarks } from "../../streams/tables.ts";
import { emailItems, emailQueue, emails } from "../config/tables.ts";
import { type HeldRow, queue } from "./email-queue.store.ts";

const dueEmail = {
  apiKeyId: emails.apiKeyId,
  createdAtMs: emails.createdAtMs,
  emailId: emails.emailId,
  publicId: emails.publicId,
  organizationId: emails.organizationId,
  documentId: emails.documentId,
  annotationId: emails.annotationId,
  userId: emails.userId,
  /** The number of its items; if there are many, only the newest are sent. */
  itemCount: emails.itemCount,
};

/** A mail that is due. */
export type DueEmail = ValuesOf<typeof dueEmail>;
const crossTenant = "Mails of many API keys are made ready together, each under the fence of its own API key.";

const close = statement(
  "notifications.email_close",
  queue.parameters,
  dueEmail,
  sql`with ${queue.held()}, still as materialized (
     select held.* from held cross join lateral (select from ${emailQueue} q where ${queue.isHeld} limit 1) as q
   )
   update ${emails} e set ${emails.state} = 'pending' from still
   where e.ctid = (select m.ctid from ${emails} m where m.${emails.apiKeyId} = still.${emailQueue.apiKeyId}
     and m.${emails.emailId} = still.${emailQueue.emailId})
     and e.${emails.apiKeyId} = still.${emailQueue.apiKeyId} and e.${emails.emailId} = still.${emailQueue.emailId}
   returning e.${emails.apiKeyId}, e.${emails.createdAtMs}, e.${emails.emailId}, e.${emails.publicId}, e.${emails.organizationId},
     e.${emails.documentId}, e.${emails.annotationId}, e.${emails.userId}, e.${emails.itemCount}`,
  { crossTenant },
);

/** Closes the mails to further items; returns those that are still held and not erased. */
export function closeEmails(db: Db, held: readonly HeldRow[]): Promise<DueEmail[]> {
  return db.rows(close, queue.lists(held));
}

const itemRow = {
  apiKeyId: emailItems.apiKeyId,
  emailId: emailItems.emailId,
  kind: narrowed<"tag" | "comment" | "assign" | "notification">(types.text),
  isDirected: emailItems.isDirected,
  commentId: emailItems.commentId,
  actorId: emailItems.actorId,
  actorName: emailItems.actorName,
  text: emailItems.itemText,
  writtenAtMs: emailItems.writtenAtMs,
  /** Set with the columns below for a notification; null when it has been deleted. */
  notificationRef: emailItems.notificationRef,
  headlineTemplate: nullable(notifications.headlineTemplate),
  templateData: nullable(notifications.templateData),
  bodyMessage: notifications.bodyMessage,
  notifyUsers: nullable(notifications.notifyUsers),
  notifyAll: nullable(notifications.notifyAll),
  actionUser: nullable(notifications.actionUser),
  isRead: types.boolean,
};

/** An item of a mail. */
export type ItemRow = ValuesOf<typeof itemRow>;

/** Most items in one mail: the newest. */
export const itemsPerEmail = 50;

const select = statement(
  "notifications.email_items_of",
  { apiKeyIds: listOf(types.text), emailIds: listOf(types.bigint), organizationIds: listOf(types.text), userIds: listOf(types.text) },
  itemRow,
  sql`select i.${emailItems.apiKeyId}, i.${emailItems.emailId}, i.${emailItems.kind}, i.${emailItems.isDirected},
    i.${emailItems.commentId}, i.${emailItems.actorId}, i.${emailItems.actorName}, i.${emailItems.itemText} as text,
    i.${emailItems.writtenAtMs},
     i.${emailItems.notificationRef}, n.${notifications.headlineTemplate}, n.${notifications.templateData},
       n.${notifications.bodyMessage}, n.${notifications.notifyUsers}, n.${notifications.notifyAll}, n.${notifications.actionUser},
     m.is_read is not null as is_read
   from unnest($apiKeyIds::text[], $emailIds::bigint[], $organizationIds::text[], $userIds::text[])
     as wanted (api_key_id, email_id, organization_id, user_id)
   cross join lateral (
     select * from ${emailItems} i where i.${emailItems.apiKeyId} = wanted.api_key_id and i.${emailItems.emailId} = wanted.email_id
     order by i.${emailItems.itemId} desc limit ${itemsPerEmail}
   ) as i
   left join lateral (
     select ${notifications.headlineTemplate}, ${notifications.templateData}, ${notifications.bodyMessage}, ${notifications.notifyUsers},
       ${notifications.notifyAll}, ${notifications.actionUser} from ${notifications} n
     where n.${notifications.apiKeyId} = i.${emailItems.apiKeyId} and n.${notifications.notificationRef} = i.${emailItems.notificationRef}
     limit 1
   ) as n on true
   left join lateral (
     select true as is_read from ${readMarks} r
     where r.${readMarks.apiKeyId} = wanted.api_key_id and r.${readMarks.organizationId} = wanted.organization_id
       and r.${readMarks.notificationRef} = i.${emailItems.notificationRef}
       and r.${readMarks.userId} = wanted.user_id limit 1
   ) as m on true
   order by i.${emailItems.emailId}, i.${emailItems.itemId}`,
  { crossTenant },
);

/** The items of mails, oldest first, with the notifications as they are now. */
export function selectItems(db: Db, mails: readonly DueEmail[]): Promise<ItemRow[]> {
  return db.rows(select, {
    apiKeyIds: mails.map(({ apiKeyId }) => apiKeyId),
    emailIds: mails.map(({ emailId }) => emailId),
    organizationIds: mails.map(({ organizationId }) => organizationId),
    userIds: mails.map(({ userId }) => userId),
  });
}

const countSent = statement(
  "notifications.email_count_sent",
  {
    apiKeyIds: listOf(types.text),
    emailIds: listOf(types.bigint),
    userIds: listOf(types.text),
    sinceMs: types.bigint,
    limit: types.integer,
  },
  { emailId: types.bigint },
  sql`select wanted.email_id
   from unnest($apiKeyIds::text[], $emailIds::bigint[], $userIds::text[]) as wanted (api_key_id, email_id, user_id)
   where (select count(*) from (
     select from ${emails} e where e.${emails.apiKeyId} = wanted.api_key_id and e.${emails.userId} = wanted.user_id
       and e.${emails.sentAtMs} > $sinceMs
     limit $limit::integer
   ) as sent) >= $limit::integer`,
  { crossTenant },
);

/** The ids of those mails whose recipient has been sent that many since a given time. */
export async function selectOverfull(db: Db, mails: readonly DueEmail[], sinceMs: number, limit: number): Promise<Set<number>> {
  const rows = await db.rows(countSent, {
    apiKeyIds: mails.map(({ apiKeyId }) => apiKeyId),
    emailIds: mails.map(({ emailId }) => emailId),
    userIds: mails.map(({ userId }) => userId),
    sinceMs,
    limit,
  });
  return new Set(rows.map(({ emailId }) => emailId));
}
