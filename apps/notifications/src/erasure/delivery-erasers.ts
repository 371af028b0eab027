import { type Sql, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { type Eraser, type RowSource, rowEraser, speaksOf, subjectParameters } from "@parley/erasure";
import {
  emailItems,
  emailQueue,
  emailSuppressions,
  emails,
  webhookAttempts,
  webhookDeliveries,
  webhookDocuments,
  webhookPayloads,
  webhookQueue,
} from "../schema.ts";
import { countDeliveries, countEmails } from "./counts.store.ts";

// A delivery is a row in each of four tables, and its payload is large.
const deliveriesPerChunk = 250;

// A delivery may be created long after its event was written. Older deliveries have that time only in their id (`on-trigger.ts`).
const writtenAt = sql`case when ${webhookDeliveries.eventTimeMs} is not null then ${webhookDeliveries.eventTimeMs}
  when ${webhookDeliveries.webhookId} ~ '^evt_[0-9a-f]{32}_' then ('x' || substr(${webhookDeliveries.webhookId}, 5, 12))::bit(48)::bigint
  else ${webhookDeliveries.createdAtMs} end`;

const removeDeliveries = statement(
  "notifications.erase_webhooks",
  {
    apiKeyId: webhookAttempts.apiKeyId,
    subjects: listOf(types.text),
    allOf: listOf(types.text),
    oneOf: listOf(types.text),
    requestedAtMs: types.bigint,
    limit: types.bigint,
  },
  { deliveries: types.bigint, rows: types.bigint },
  sql`with to_delete as materialized (
     select ${webhookDeliveries.createdAtMs}, ${webhookDeliveries.deliveryId}, ${webhookDeliveries.target},
       ${webhookDeliveries.documentId} from ${webhookDeliveries}
     where ${webhookDeliveries.apiKeyId} = $apiKeyId and ${speaksOf(webhookDeliveries.subjects)} and ${writtenAt} <= $requestedAtMs
     limit $limit
   ), payloads as (
     delete from ${webhookPayloads} where ${webhookPayloads.apiKeyId} = $apiKeyId
       and ${webhookPayloads.deliveryId} = any(array(select ${webhookDeliveries.deliveryId} from to_delete)) returning 1
   ), attempts as (
     delete from ${webhookAttempts} where ${webhookAttempts.apiKeyId} = $apiKeyId
       and ${webhookAttempts.deliveryId} = any(array(select ${webhookDeliveries.deliveryId} from to_delete)) returning 1
   ), unqueued as (
     delete from ${webhookQueue} where ${webhookQueue.apiKeyId} = $apiKeyId and ctid = any(array(
       select q.place from to_delete d cross join lateral (
         select ctid as place from ${webhookQueue}
         where ${webhookQueue.apiKeyId} = $apiKeyId and ${webhookQueue.target} = d.${webhookDeliveries.target}
           and ${webhookQueue.documentKey} = hashtextextended(d.${webhookDeliveries.documentId}, 0)
           and ${webhookQueue.deliveryId} = d.${webhookDeliveries.deliveryId} limit 1
       ) q)) returning 1
   ), gone as (
     delete from ${webhookDeliveries} where ${webhookDeliveries.apiKeyId} = $apiKeyId and ctid = any(array(
       select w.place from to_delete d cross join lateral (
         select ctid as place from ${webhookDeliveries}
         where ${webhookDeliveries.apiKeyId} = $apiKeyId and ${webhookDeliveries.createdAtMs} = d.${webhookDeliveries.createdAtMs}
           and ${webhookDeliveries.deliveryId} = d.${webhookDeliveries.deliveryId} limit 1
       ) w)) returning 1
   )
   select (select count(*) from to_delete) as deliveries,
     (select count(*) from gone) + (select count(*) from payloads) + (select count(*) from attempts)
       + (select count(*) from unqueued) as rows`,
);

/** Erases webhook deliveries with their payloads and attempts, by their subjects. */
export function webhookEraser(ranges: Eraser["ranges"]): Eraser {
  return {
    ranges,
    count: countDeliveries,
    async erase(tx, chunk) {
      const limit = Math.min(chunk.limit, deliveriesPerChunk);
      const { deliveries = 0, rows = 0 } = (await tx.row(removeDeliveries, subjectParameters({ ...chunk, limit }))) ?? {};
      return { rows, next: deliveries === limit ? { range: 0, key: [] } : undefined };
    },
  };
}

// A document that has been created again continues counting.
const unused = sql`not exists (
  select from ${webhookDeliveries} w where w.${webhookDeliveries.apiKeyId} = $apiKeyId
    and w.${webhookDeliveries.organizationId} = t.${webhookDocuments.organizationId}
    and w.${webhookDeliveries.documentId} = t.${webhookDocuments.documentId}
    and w.${webhookDeliveries.createdAtMs} > $requestedAtMs offset 0)`;

const counters = (match: Sql): RowSource => ({
  table: webhookDocuments,
  match: sql`${match} and ${unused}`,
  key: [webhookDocuments.documentId],
});

/** Erases the event counters of documents. */
export const counterErasers = (ranges: Eraser["ranges"]) => ({
  ofOrganization: rowEraser(
    "notifications",
    "erase_counters_of_organization",
    counters(sql`t.${webhookDocuments.organizationId} = r.organization_id`),
    ranges,
  ),
  ofDocument: rowEraser(
    "notifications",
    "erase_counters_of_document",
    counters(sql`t.${webhookDocuments.organizationId} = r.organization_id and t.${webhookDocuments.documentId} = r.id`),
    ranges,
  ),
});

// A mail is a row in each of two tables, and one for each item.
const emailsPerChunk = 250;

const items = (condition: Sql) =>
  sql`select from ${emailItems} i where i.${emailItems.apiKeyId} = $apiKeyId and i.${emailItems.emailId} = e.${emails.emailId}
    and i.${emailItems.writtenAtMs} ${condition} $requestedAtMs`;

// An open mail may have items from before the request for erasure and from after it: the later ones stay.
const removeEmails = statement(
  "notifications.erase_emails",
  {
    apiKeyId: emailItems.apiKeyId,
    requestedAtMs: types.bigint,
    subjects: listOf(types.text),
    allOf: listOf(types.text),
    oneOf: listOf(types.text),
    limit: types.bigint,
  },
  { mails: types.bigint, rows: types.bigint },
  sql`with to_delete as materialized (
     select e.${emails.emailId}, e.ctid as place, not exists (${items(sql`>`)}) as is_whole from ${emails} e
     where e.${emails.apiKeyId} = $apiKeyId and ${speaksOf(emails.subjects)}
       and (exists (${items(sql`<=`)}) or (e.${emails.createdAtMs} <= $requestedAtMs and not exists (${items(sql`>`)})))
     limit $limit
   ), untold as (
     delete from ${emailItems} where ${emailItems.apiKeyId} = $apiKeyId
       and ${emailItems.emailId} = any(array(select ${emails.emailId} from to_delete))
       and ${emailItems.writtenAtMs} <= $requestedAtMs returning 1
   ), unqueued as (
     delete from ${emailQueue} where ${emailQueue.apiKeyId} = $apiKeyId
       and ${emailQueue.emailId} = any(array(select ${emails.emailId} from to_delete where is_whole)) returning 1
   ), gone as (
     delete from ${emails} where ${emails.apiKeyId} = $apiKeyId and ctid = any(array(select place from to_delete where is_whole))
     returning 1
   )
   select (select count(*) from to_delete) as mails,
     (select count(*) from gone) + (select count(*) from untold) + (select count(*) from unqueued) as rows`,
);

/** Erases mails with their items, by their recipients and places. */
export function emailEraser(ranges: Eraser["ranges"]): Eraser {
  return {
    ranges,
    count: countEmails,
    async erase(tx, chunk) {
      const limit = Math.min(chunk.limit, emailsPerChunk);
      const { mails = 0, rows = 0 } = (await tx.row(removeEmails, subjectParameters({ ...chunk, limit }))) ?? {};
      return { rows, next: mails === limit ? { range: 0, key: [] } : undefined };
    },
  };
}

const itemsOfActor: RowSource = {
  table: emailItems,
  match: sql`t.${emailItems.organizationId} = r.organization_id and t.${emailItems.actorId} = r.id`,
  key: [emailItems.emailId, emailItems.itemId],
  writtenAt: emailItems.writtenAtMs,
};

/** Erases what users did from mails to others. */
export const emailItemEraser = (ranges: Eraser["ranges"]): Eraser =>
  rowEraser("notifications", "erase_email_items_of_user", itemsOfActor, ranges);

const suppressionsOfUser: RowSource = {
  table: emailSuppressions,
  match: sql`t.${emailSuppressions.userId} = r.id`,
  key: [emailSuppressions.address],
  writtenAt: emailSuppressions.suppressedAtMs,
};

// A user who is erased from some organizations only keeps the address.
const wholeUsers: Eraser["ranges"] = async (_db, { scope: { userIds, organizationIds } }) => ({
  ranges: organizationIds.length > 0 ? [] : userIds.map((id) => ({ organizationId: "", id, part: "" })),
  next: undefined,
});

/** Erases suppressed addresses of the users. */
export const emailSuppressionEraser = rowEraser("notifications", "erase_email_suppressions_of_user", suppressionsOfUser, wholeUsers);
