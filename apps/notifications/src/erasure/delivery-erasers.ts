import { statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { type Eraser, type RowSource, rowEraser, speaksOf, subjectParameters } from "@parley/erasure";
import { emailItems } from "../emails/config/tables.ts";
import { webhookAttempts } from "../webhooks/config/tables.ts";

// A delivery is a row in each of four tables, and its payload is large.
const deliveriesPerChunk = 250;

// A delivery may be created long after its event was written. Older deliveries have that time only in their id (`on-trigger.ts`).
const writtenAt = `case when event_time_ms is not null then event_time_ms when webhook_id ~ '^evt_[0-9a-f]{32}_' then ('x' || substr(webhook_id, 5, 12))::bit(48)::bigint else created_at_ms end`;

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
  `with to_delete as materialized (
     select created_at_ms, delivery_id, target, document_id from webhook_deliveries
     where api_key_id = $apiKeyId and ${speaksOf} and ${writtenAt} <= $requestedAtMs limit $limit
   ), payloads as (
     delete from webhook_payloads where api_key_id = $apiKeyId and delivery_id = any(array(select delivery_id from to_delete)) returning 1
   ), attempts as (
     delete from webhook_attempts where api_key_id = $apiKeyId and delivery_id = any(array(select delivery_id from to_delete)) returning 1
   ), unqueued as (
     delete from webhook_queue where api_key_id = $apiKeyId and ctid = any(array(
       select q.place from to_delete d cross join lateral (
         select ctid as place from webhook_queue
         where api_key_id = $apiKeyId and target = d.target and document_key = hashtextextended(d.document_id, 0) and delivery_id = d.delivery_id limit 1
       ) q)) returning 1
   ), gone as (
     delete from webhook_deliveries where api_key_id = $apiKeyId and ctid = any(array(
       select w.place from to_delete d cross join lateral (
         select ctid as place from webhook_deliveries
         where api_key_id = $apiKeyId and created_at_ms = d.created_at_ms and delivery_id = d.delivery_id limit 1
       ) w)) returning 1
   )
   select (select count(*) from to_delete) as deliveries,
     (select count(*) from gone) + (select count(*) from payloads) + (select count(*) from attempts) + (select count(*) from unqueued) as rows`,
);

/** Erases webhook deliveries with their payloads and attempts, by their subjects. */
export function webhookEraser(ranges: Eraser["ranges"]): Eraser {
  return {
    ranges,
    async erase(tx, chunk) {
      const limit = Math.min(chunk.limit, deliveriesPerChunk);
      const { deliveries = 0, rows = 0 } = (await tx.row(removeDeliveries, subjectParameters({ ...chunk, limit }))) ?? {};
      return { rows, next: deliveries === limit ? { range: 0, key: [] } : undefined };
    },
  };
}

// A document that has been created again continues counting.
const unused = `not exists (
  select from webhook_deliveries w where w.api_key_id = $apiKeyId and w.organization_id = t.organization_id and w.document_id = t.document_id
    and w.created_at_ms > $requestedAtMs offset 0)`;

const counters = (match: string): RowSource => ({
  table: "webhook_documents",
  match: `${match} and ${unused}`,
  key: [{ column: "document_id", type: "text" }],
});

/** Erases the event counters of documents. */
export const counterErasers = (ranges: Eraser["ranges"]) => ({
  ofOrganization: rowEraser("notifications", "erase_counters_of_organization", counters("t.organization_id = r.organization_id"), ranges),
  ofDocument: rowEraser(
    "notifications",
    "erase_counters_of_document",
    counters("t.organization_id = r.organization_id and t.document_id = r.id"),
    ranges,
  ),
});

// A mail is a row in each of two tables, and one for each item.
const emailsPerChunk = 250;

const items = (condition: string) =>
  `select from email_items i where i.api_key_id = $apiKeyId and i.email_id = e.email_id and i.written_at_ms ${condition} $requestedAtMs`;

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
  `with to_delete as materialized (
     select e.email_id, e.ctid as place, not exists (${items(">")}) as is_whole from emails e
     where e.api_key_id = $apiKeyId and ${speaksOf}
       and (exists (${items("<=")}) or (e.created_at_ms <= $requestedAtMs and not exists (${items(">")})))
     limit $limit
   ), untold as (
     delete from email_items where api_key_id = $apiKeyId and email_id = any(array(select email_id from to_delete))
       and written_at_ms <= $requestedAtMs returning 1
   ), unqueued as (
     delete from email_queue where api_key_id = $apiKeyId and email_id = any(array(select email_id from to_delete where is_whole)) returning 1
   ), gone as (
     delete from emails where api_key_id = $apiKeyId and ctid = any(array(select place from to_delete where is_whole)) returning 1
   )
   select (select count(*) from to_delete) as mails,
     (select count(*) from gone) + (select count(*) from untold) + (select count(*) from unqueued) as rows`,
);

/** Erases mails with their items, by their recipients and places. */
export function emailEraser(ranges: Eraser["ranges"]): Eraser {
  return {
    ranges,
    async erase(tx, chunk) {
      const limit = Math.min(chunk.limit, emailsPerChunk);
      const { mails = 0, rows = 0 } = (await tx.row(removeEmails, subjectParameters({ ...chunk, limit }))) ?? {};
      return { rows, next: mails === limit ? { range: 0, key: [] } : undefined };
    },
  };
}

const itemsOfActor: RowSource = {
  table: "email_items",
  match: "t.organization_id = r.organization_id and t.actor_id = r.id",
  key: [
    { column: "email_id", type: "bigint" },
    { column: "item_id", type: "bigint" },
  ],
  writtenAt: "written_at_ms",
};

/** Erases what users did from mails to others. */
export const emailItemEraser = (ranges: Eraser["ranges"]): Eraser =>
  rowEraser("notifications", "erase_email_items_of_user", itemsOfActor, ranges);

const suppressionsOfUser: RowSource = {
  table: "email_suppressions",
  match: "t.user_id = r.id",
  key: [{ column: "address", type: "text" }],
  writtenAt: "suppressed_at_ms",
};

// A user who is erased from some organizations only keeps the address.
const wholeUsers: Eraser["ranges"] = async (_db, { scope: { userIds, organizationIds } }) => ({
  ranges: organizationIds.length > 0 ? [] : userIds.map((id) => ({ organizationId: "", id, part: "" })),
  next: undefined,
});

/** Erases suppressed addresses of the users. */
export const emailSuppressionEraser = rowEraser("notifications", "erase_email_suppressions_of_user", suppressionsOfUser, wholeUsers);
