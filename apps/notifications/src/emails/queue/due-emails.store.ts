import { type Db, statement } from "@parley/database";
import { listOf, narrowed, nullable, types, type ValuesOf } from "@parley/database/schema";
import { notifications } from "../../notifications/rows/tables.ts";
import { emailItems, emails } from "../config/tables.ts";
import { type LeasedRow, leases, stillLeased } from "./email-queue.store.ts";

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
const crossTenant = "Mails of many API keys are made ready together, each under the fence of its own row in the queue.";

const close = statement(
  "notifications.email_close",
  leases.parameters,
  dueEmail,
  `with leased as materialized ${stillLeased}
   update emails e set state = 'pending' from leased
   where e.ctid = (select m.ctid from emails m where m.api_key_id = leased.api_key_id and m.email_id = leased.email_id)
     and e.api_key_id = leased.api_key_id and e.email_id = leased.email_id
   returning e.api_key_id, e.created_at_ms, e.email_id, e.public_id, e.organization_id, e.document_id, e.annotation_id, e.user_id, e.item_count`,
  { crossTenant },
);

/** Closes the mails to further items; returns those that are still leased and not erased. */
export function closeEmails(db: Db, leased: readonly LeasedRow[]): Promise<DueEmail[]> {
  return db.rows(close, leases.lists(leased));
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
  `select i.api_key_id, i.email_id, i.kind, i.is_directed, i.comment_id, i.actor_id, i.actor_name, i.item_text as text, i.written_at_ms,
     i.notification_ref, n.headline_template, n.template_data, n.body_message, n.notify_users, n.notify_all, n.action_user,
     m.is_read is not null as is_read
   from unnest($apiKeyIds::text[], $emailIds::bigint[], $organizationIds::text[], $userIds::text[])
     as wanted (api_key_id, email_id, organization_id, user_id)
   cross join lateral (
     select * from email_items i where i.api_key_id = wanted.api_key_id and i.email_id = wanted.email_id
     order by i.item_id desc limit ${itemsPerEmail}
   ) as i
   left join lateral (
     select headline_template, template_data, body_message, notify_users, notify_all, action_user from notifications n
     where n.api_key_id = i.api_key_id and n.notification_ref = i.notification_ref limit 1
   ) as n on true
   left join lateral (
     select true as is_read from read_marks r
     where r.api_key_id = wanted.api_key_id and r.organization_id = wanted.organization_id and r.notification_ref = i.notification_ref
       and r.user_id = wanted.user_id limit 1
   ) as m on true
   order by i.email_id, i.item_id`,
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
  `select wanted.email_id
   from unnest($apiKeyIds::text[], $emailIds::bigint[], $userIds::text[]) as wanted (api_key_id, email_id, user_id)
   where (select count(*) from (
     select from emails e where e.api_key_id = wanted.api_key_id and e.user_id = wanted.user_id and e.sent_at_ms > $sinceMs
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
