import { type Sql, sql } from "@parley/database";
import { emailItems, emails, webhookDeliveries } from "../schema.ts";

// SQL: which deliveries and mails fall under an erasure, for erasing and counting alike.

/** A delivery may be created long after its event was written. */
export const deliveryIsInScope = sql`${webhookDeliveries.eventTimeMs} <= $requestedAtMs`;

const items = (condition: Sql) =>
  sql`select from ${emailItems} i where i.${emailItems.apiKeyId} = $apiKeyId and i.${emailItems.emailId} = e.${emails.emailId}
    and i.${emailItems.writtenAtMs} ${condition} $requestedAtMs`;

/** Of the mail `e`: whether it has no items that were written after the request. */
export const mailIsWhole = sql`not exists (${items(sql`>`)})`;

/** Whether the mail `e`, or an item of it, was written before the request. */
export const mailIsInScope = sql`(exists (${items(sql`<=`)}) or (e.${emails.createdAtMs} <= $requestedAtMs and ${mailIsWhole}))`;
