import { type Sql, sql, statement } from "@parley/database";
import { types } from "@parley/database/schema";
import {
  type Counted,
  countedRows,
  type Eraser,
  type RowSource,
  rangeParameters,
  rangeTypes,
  speaksOf,
  subjectParameters,
  subjectTypes,
} from "@parley/erasure";
import {
  emailItems,
  emailQueue,
  emails,
  notifications,
  readMarks,
  recipients,
  webhookAttempts,
  webhookDeliveries,
  webhookPayloads,
  webhookQueue,
} from "../schema.ts";
import { deliveryIsInScope, mailIsInScope } from "./erasure.store.ts";

// Counts the rows that a removal would erase, up to a limit. Dependent rows are not read if the main rows alone reach it.

/** A notification counts with its recipients, read marks, and the row that records its deletion. */
export function notificationCounter(name: string, source: RowSource): Eraser["count"] {
  const columns = sql`t.${notifications.notificationRef}, t.${notifications.organizationId}, t.${notifications.notifyUsers}`;
  const count = statement(
    `notifications.${name}_count`,
    rangeTypes,
    { rows: types.bigint },
    sql`with found as materialized (${countedRows(source, columns)}),
     fewest as materialized (select 2 * count(*) as rows from found)
     select case when (select rows from fewest) >= $limit then $limit else (
       select coalesce(sum(2 + json_array_length(f.${notifications.notifyUsers}) + (
         select count(*) from (select from ${readMarks} where ${readMarks.apiKeyId} = $apiKeyId
           and ${readMarks.organizationId} = f.${notifications.organizationId} and ${readMarks.notificationRef} = f.${notifications.notificationRef}
           limit $limit) m)), 0) from found f
     ) end::bigint as rows`,
  );
  return async (db, counted) => (await db.row(count, rangeParameters(counted)))?.rows ?? 0;
}

/** Each recipient row counts, and each notification that loses the name or is deleted. */
export function recipientCounter(source: RowSource): Eraser["count"] {
  const count = statement(
    "notifications.erase_recipients_find_count",
    rangeTypes,
    { rows: types.bigint },
    sql`select count(*) + count(distinct ${recipients.notificationRef}) as rows
     from (${countedRows(source, sql`t.${recipients.notificationRef}`)}) as found`,
  );
  return async (db, counted) => (await db.row(count, rangeParameters(counted)))?.rows ?? 0;
}

const beside = (rows: Sql, match: Sql) => sql`(select count(*) from found f cross join lateral (${rows} ${match} limit $limit) b)`;

const deliveries = statement(
  "notifications.erase_webhooks_count",
  subjectTypes,
  { rows: types.bigint },
  sql`with found as materialized (
     select ${webhookDeliveries.deliveryId}, ${webhookDeliveries.target}, ${webhookDeliveries.documentId} from ${webhookDeliveries}
     where ${webhookDeliveries.apiKeyId} = $apiKeyId and ${speaksOf(webhookDeliveries.subjects)} and ${deliveryIsInScope} limit $limit)
   select case when (select count(*) from found) >= $limit then $limit else (select count(*) from found)
     + ${beside(
       sql`select from ${webhookPayloads} where ${webhookPayloads.apiKeyId} = $apiKeyId`,
       sql`and ${webhookPayloads.deliveryId} = f.${webhookDeliveries.deliveryId}`,
     )}
     + ${beside(
       sql`select from ${webhookAttempts} where ${webhookAttempts.apiKeyId} = $apiKeyId`,
       sql`and ${webhookAttempts.deliveryId} = f.${webhookDeliveries.deliveryId}`,
     )}
     + ${beside(
       sql`select from ${webhookQueue} where ${webhookQueue.apiKeyId} = $apiKeyId and ${webhookQueue.target} = f.${webhookDeliveries.target}`,
       sql`and ${webhookQueue.documentKey} = hashtextextended(f.${webhookDeliveries.documentId}, 0)
         and ${webhookQueue.deliveryId} = f.${webhookDeliveries.deliveryId}`,
     )} end as rows`,
);

/** A delivery counts with its payload, attempts and queue row. */
export async function countDeliveries(db: Parameters<Eraser["count"]>[0], counted: Counted): Promise<number> {
  return (await db.row(deliveries, subjectParameters({ ...counted, after: [] })))?.rows ?? 0;
}

const mails = statement(
  "notifications.erase_emails_count",
  subjectTypes,
  { rows: types.bigint },
  sql`with found as materialized (
     select e.${emails.emailId} from ${emails} e
     where e.${emails.apiKeyId} = $apiKeyId and ${speaksOf(emails.subjects)} and ${mailIsInScope} limit $limit)
   select case when (select count(*) from found) >= $limit then $limit else (select count(*) from found)
     + ${beside(
       sql`select from ${emailItems} where ${emailItems.apiKeyId} = $apiKeyId`,
       sql`and ${emailItems.emailId} = f.${emails.emailId}`,
     )}
     + ${beside(
       sql`select from ${emailQueue} where ${emailQueue.apiKeyId} = $apiKeyId`,
       sql`and ${emailQueue.emailId} = f.${emails.emailId}`,
     )} end as rows`,
);

/** A mail counts with its items and queue row. */
export async function countEmails(db: Parameters<Eraser["count"]>[0], counted: Counted): Promise<number> {
  return (await db.row(mails, subjectParameters({ ...counted, after: [] })))?.rows ?? 0;
}
