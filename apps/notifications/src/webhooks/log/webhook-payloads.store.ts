import { type Db, sql, statement } from "@parley/database";
import { listOf, nullable, types } from "@parley/database/schema";
import { webhookPayloads } from "../config/tables.ts";

// Twice the size of a response. An unread payload then always lies behind the end of the page, even if its body is smaller than its event.
const maxBytes = 4 * 1024 * 1024;

/** SQL: the size of a payload, which is an event until the first attempt. */
export const payloadBytes = sql`coalesce(octet_length(${webhookPayloads.event}), octet_length(${webhookPayloads.body}))`;

// Each payload is found by its key. Payloads beyond the first megabytes are not read, because they do not fit on the page.
const payloads = statement(
  "notifications.webhook_payloads_of_log",
  { apiKeyId: webhookPayloads.apiKeyId, deliveryIds: listOf(types.bigint), maxBytes: types.bigint },
  {
    deliveryId: webhookPayloads.deliveryId,
    event: nullable(webhookPayloads.event),
    body: webhookPayloads.body,
  },
  sql`with sized as materialized (
     select p.${webhookPayloads.deliveryId}, coalesce(sum(p.bytes) over (order by wanted.position rows between unbounded preceding
       and 1 preceding), 0) as bytes_before
     from unnest($deliveryIds::bigint[]) with ordinality as wanted (delivery_id, position) cross join lateral (
       select ${webhookPayloads.deliveryId}, ${payloadBytes} as bytes from ${webhookPayloads}
       where ${webhookPayloads.apiKeyId} = $apiKeyId and ${webhookPayloads.deliveryId} = wanted.delivery_id limit 1
     ) as p
   )
   select p.${webhookPayloads.deliveryId}, p.${webhookPayloads.event}, p.${webhookPayloads.body} from sized cross join lateral (
     select ${webhookPayloads.deliveryId}, ${webhookPayloads.event}, ${webhookPayloads.body} from ${webhookPayloads}
     where ${webhookPayloads.apiKeyId} = $apiKeyId and ${webhookPayloads.deliveryId} = sized.${webhookPayloads.deliveryId} limit 1
   ) as p
   where sized.bytes_before <= $maxBytes`,
);

/** The payloads of the first of these deliveries, as many as fit into a response; erased ones are missing. */
export function selectPayloads(db: Db, apiKeyId: string, deliveryIds: readonly number[]) {
  return db.rows(payloads, { apiKeyId, deliveryIds, maxBytes });
}
