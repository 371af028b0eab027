import { type Db, statement } from "@parley/database";
import { narrowed, types } from "@parley/database/schema";
import { webhookDeliveries, webhookGoneEndpoints, webhookQueue } from "../config/tables.ts";
import type { Target } from "../config/target.ts";

interface Endpoint {
  readonly apiKeyId: string;
  readonly target: Target;
}

const markGone = statement(
  "notifications.webhook_mark_gone",
  { apiKeyId: webhookGoneEndpoints.apiKeyId, target: narrowed<"raw" | "processed">(types.text), url: webhookGoneEndpoints.url },
  {},
  `insert into webhook_gone_endpoints (api_key_id, target, url) values ($apiKeyId, $target, $url)
   on conflict (api_key_id, target) do update set url = excluded.url, gone_at_ms = now_ms()`,
);

/** Marks the endpoint at this URL as gone: its further deliveries are held. */
export async function markEndpointGone(db: Db, endpoint: Endpoint & { readonly url: string }): Promise<void> {
  await db.run(markGone, endpoint);
}

const unmark = statement(
  "notifications.webhook_unmark_gone",
  { apiKeyId: webhookGoneEndpoints.apiKeyId },
  {},
  "delete from webhook_gone_endpoints where api_key_id = $apiKeyId",
);

/** Lets deliveries go to endpoints again that were gone. */
export async function unmarkGoneEndpoints(db: Db, apiKeyId: string): Promise<void> {
  await db.run(unmark, { apiKeyId });
}

const hold = statement(
  "notifications.webhook_hold",
  { apiKeyId: webhookDeliveries.apiKeyId, target: narrowed<"raw" | "processed">(types.text), limit: types.bigint },
  {},
  `with waiting as materialized (
     select ctid as place from webhook_queue
     where api_key_id = $apiKeyId and target = $target and state <> 'leased' order by document_key, delivery_id limit $limit for update skip locked
   ), removed as materialized (
     delete from webhook_queue where api_key_id = $apiKeyId and ctid = any(array(select place from waiting)) returning delivery_id, created_at_ms
   )
   update webhook_deliveries set problem = 'held'
   where api_key_id = $apiKeyId and ctid = any(array(
     select d.place from removed r cross join lateral (
       select ctid as place from webhook_deliveries
       where api_key_id = $apiKeyId and created_at_ms = r.created_at_ms and delivery_id = r.delivery_id limit 1 for update
     ) as d))`,
);

/** Holds deliveries that wait for an endpoint. Returns how many; fewer than the limit means that no more are waiting. */
export function holdDeliveries(db: Db, endpoint: Endpoint, limit: number): Promise<number> {
  return db.run(hold, { ...endpoint, limit });
}

const release = statement(
  "notifications.webhook_release",
  {
    apiKeyId: webhookQueue.apiKeyId,
    target: narrowed<"raw" | "processed">(types.text),
    afterDocument: types.text,
    afterDelivery: types.bigint,
    limit: types.bigint,
  },
  { documentKey: types.text, deliveryId: webhookQueue.deliveryId },
  `with page as materialized (
     select ctid as place, state, document_key, delivery_id from webhook_queue
     where api_key_id = $apiKeyId and target = $target and (document_key, delivery_id) > ($afterDocument::text::bigint, $afterDelivery)
     order by document_key, delivery_id limit $limit
   ), waiting as materialized (
     select ctid as place from webhook_queue
     where api_key_id = $apiKeyId and ctid = any(array(select place from page where state = 'scheduled')) and state = 'scheduled'
     for update skip locked
   ), released as (
     update webhook_queue set state = 'ready', due_at_ms = 0, tries = 0, fence = fence + 1
     where api_key_id = $apiKeyId and ctid = any(array(select place from waiting))
   )
   select document_key::text, delivery_id from page order by page.document_key desc, page.delivery_id desc limit 1`,
);

/** A position among the deliveries that an endpoint has not had. */
interface QueuePosition {
  readonly documentKey: string;
  readonly deliveryId: number;
}

// Before the first one, whatever its key.
const beginning: QueuePosition = { documentKey: String(-(2n ** 63n)), deliveryId: -1 };

/**
 * Makes the deliveries after a position that wait for another attempt due now, from the beginning of the schedule. Looks at as many as the
 * limit says; returns the last of them, undefined when there are none.
 */
export function releaseDeliveries(
  db: Db,
  endpoint: Endpoint,
  after: QueuePosition | undefined,
  limit: number,
): Promise<QueuePosition | undefined> {
  const { documentKey: afterDocument, deliveryId: afterDelivery } = after ?? beginning;
  return db.row(release, { ...endpoint, afterDocument, afterDelivery, limit });
}
