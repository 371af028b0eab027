import { type Sql, sql } from "@parley/database";
import { emailItems, emails, webhookDeliveries } from "../schema.ts";

// SQL: which deliveries and mails fall under an erasure, for erasing and counting alike.

/**
 * When the event of a delivery was written: a delivery may be created long after it. In older deliveries only the id has that time
 * (`on-trigger.ts`).
 */
const eventTime = sql`case when ${webhookDeliveries.eventTimeMs} is not null then ${webhookDeliveries.eventTimeMs}
  when ${webhookDeliveries.webhookId} ~ '^evt_[0-9a-f]{32}_' then ('x' || substr(${webhookDeliveries.webhookId}, 5, 12))::bit(48)::bigint
  else ${webhookDeliveries.createdAtMs} end`;

export const deliveryIsInScope = sql`${eventTime} <= $requestedAtMs`;

const items = (condition: Sql) =>
  sql`select from ${emailItems} i where i.${emailItems.apiKeyId} = $apiKeyId and i.${emailItems.emailId} = e.${emails.emailId}
    and i.${emailItems.writtenAtMs} ${condition} $requestedAtMs`;

/** Of the mail `e`: whether it has no items that were written after the request. */
export const mailIsWhole = sql`not exists (${items(sql`>`)})`;

/** Whether the mail `e`, or an item of it, was written before the request. */
export const mailIsInScope = sql`(exists (${items(sql`<=`)}) or (e.${emails.createdAtMs} <= $requestedAtMs and ${mailIsWhole}))`;
