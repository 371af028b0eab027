import { type Db, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { nowMs } from "../../clock/now-ms.ts";
import type { Group } from "../../delivery/claimed.ts";
import { webhookGoneEndpoints, webhookQueue } from "../config/tables.ts";

const markGone = statement(
  "notifications.webhook_mark_gone",
  { apiKeyId: webhookGoneEndpoints.apiKeyId, target: types.text, url: webhookGoneEndpoints.url },
  { target: webhookGoneEndpoints.target },
  sql`insert into ${webhookGoneEndpoints} as g (${webhookGoneEndpoints.apiKeyId}, ${webhookGoneEndpoints.target}, ${webhookGoneEndpoints.url})
   values ($apiKeyId, $target, $url)
   on conflict (${webhookGoneEndpoints.apiKeyId}, ${webhookGoneEndpoints.target}) do update
   set ${webhookGoneEndpoints.url} = excluded.${webhookGoneEndpoints.url}, ${webhookGoneEndpoints.goneAtMs} = ${nowMs}
   where g.${webhookGoneEndpoints.url} <> excluded.${webhookGoneEndpoints.url}
   returning ${webhookGoneEndpoints.target}`,
);

/** Marks the endpoint at this URL as gone: its further deliveries are held. Returns false if it was marked already. */
export async function markEndpointGone(db: Db, endpoint: Group & { readonly url: string }): Promise<boolean> {
  return (await db.row(markGone, endpoint)) !== undefined;
}

const unmark = statement(
  "notifications.webhook_unmark_gone",
  { apiKeyId: webhookGoneEndpoints.apiKeyId, targets: listOf(types.text) },
  {},
  sql`delete from ${webhookGoneEndpoints} where ${webhookGoneEndpoints.apiKeyId} = $apiKeyId
     and (cardinality($targets::text[]) = 0 or ${webhookGoneEndpoints.target} = any($targets::text[]))`,
);

/** Resumes deliveries to these endpoints of an API key if they were gone; to all of them for an empty list. */
export async function unmarkGoneEndpoints(db: Db, apiKeyId: string, targets: readonly string[]): Promise<void> {
  await db.run(unmark, { apiKeyId, targets });
}

const release = statement(
  "notifications.webhook_release",
  {
    apiKeyId: webhookQueue.apiKeyId,
    target: types.text,
    afterDocument: types.text,
    afterDelivery: types.bigint,
    limit: types.bigint,
  },
  { documentKey: types.text, deliveryId: webhookQueue.deliveryId },
  sql`with page as materialized (
     select ctid as place, ${webhookQueue.state}, ${webhookQueue.documentKey}, ${webhookQueue.deliveryId} from ${webhookQueue}
     where ${webhookQueue.apiKeyId} = $apiKeyId and ${webhookQueue.target} = $target
       and (${webhookQueue.documentKey}, ${webhookQueue.deliveryId}) > ($afterDocument::text::bigint, $afterDelivery)
     order by ${webhookQueue.documentKey}, ${webhookQueue.deliveryId} limit $limit
   ), waiting as materialized (
     select ctid as place from ${webhookQueue}
     where ${webhookQueue.apiKeyId} = $apiKeyId and ctid = any(array(select place from page where ${webhookQueue.state} = 'scheduled'))
       and ${webhookQueue.state} = 'scheduled'
     for update skip locked
   ), released as (
     update ${webhookQueue} set ${webhookQueue.state} = 'ready', ${webhookQueue.dueAtMs} = 0, ${webhookQueue.tries} = 0,
       ${webhookQueue.fence} = default
     where ${webhookQueue.apiKeyId} = $apiKeyId and ctid = any(array(select place from waiting))
   )
   select ${webhookQueue.documentKey}::text, ${webhookQueue.deliveryId} from page
   order by page.${webhookQueue.documentKey} desc, page.${webhookQueue.deliveryId} desc limit 1`,
);

/** A position among the undelivered deliveries of an endpoint. */
interface QueuePosition {
  readonly documentKey: string;
  readonly deliveryId: number;
}

// A position before the first delivery, whatever its key.
const beginning: QueuePosition = { documentKey: String(-(2n ** 63n)), deliveryId: -1 };

/**
 * Makes deliveries after a position that wait for another attempt due now, with the schedule restarted. Examines up to the limit; returns
 * the last one examined, or undefined if there were none.
 */
export function releaseDeliveries(
  db: Db,
  endpoint: Group,
  after: QueuePosition | undefined,
  limit: number,
): Promise<QueuePosition | undefined> {
  const { documentKey: afterDocument, deliveryId: afterDelivery } = after ?? beginning;
  return db.row(release, { ...endpoint, afterDocument, afterDelivery, limit });
}
