import { type Db, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { webhookDeliveries, webhookGoneEndpoints, webhookPayloads, webhookQueue } from "../config/tables.ts";
import { type HeldRow, queue } from "./webhook-queue.store.ts";

/** A delivery to one endpoint, created from a delivery whose endpoints were unknown. */
export interface SpreadDelivery {
  /** The key of that delivery. */
  readonly apiKeyId: string;
  readonly createdAtMs: number;
  readonly deliveryId: number;
  readonly target: string;
  readonly webhookId: string;
  /** The URL of the endpoint: if that is marked as gone, the delivery is held. */
  readonly url: string;
}

const { apiKeyId, createdAtMs, deliveryId } = webhookDeliveries;

// The new deliveries take the place and number of the original, which is deleted; all under the fence of its queue row.
const spread = statement(
  "notifications.webhook_spread",
  {
    ...queue.parameters,
    ofKeys: listOf(types.text),
    ofMs: listOf(types.bigint),
    ofDeliveries: listOf(types.bigint),
    toTargets: listOf(types.text),
    webhookIds: listOf(types.text),
    urls: listOf(types.text),
  },
  {},
  sql`with ${queue.held()}, removed as (
     delete from ${webhookQueue} q using held where ${queue.isHeld}
     returning q.${webhookQueue.apiKeyId}, q.${webhookQueue.createdAtMs}, q.${webhookQueue.deliveryId}
   ), given as materialized (
     select d.*, p.${webhookPayloads.event}, g.target as to_target, g.webhook_id as new_id, g.url
     from unnest($ofKeys::text[], $ofMs::bigint[], $ofDeliveries::bigint[], $toTargets::text[], $webhookIds::text[], $urls::text[])
       as g (api_key_id, created_at_ms, delivery_id, target, webhook_id, url)
     cross join lateral (
       select * from ${webhookDeliveries} where ${apiKeyId} = g.api_key_id and ${createdAtMs} = g.created_at_ms
         and ${deliveryId} = g.delivery_id limit 1
     ) as d
     cross join lateral (
       select ${webhookPayloads.event} from ${webhookPayloads} where ${webhookPayloads.apiKeyId} = g.api_key_id
         and ${webhookPayloads.deliveryId} = g.delivery_id limit 1
     ) as p
     where g.delivery_id = any(array(select ${webhookQueue.deliveryId} from removed))
   ), made as (
     insert into ${webhookDeliveries} (${apiKeyId}, ${webhookDeliveries.webhookId}, ${webhookDeliveries.target},
       ${webhookDeliveries.trigger}, ${webhookDeliveries.organizationId}, ${webhookDeliveries.documentId},
       ${webhookDeliveries.annotationId}, ${webhookDeliveries.sequence}, ${webhookDeliveries.subjects}, ${webhookDeliveries.eventTimeMs},
       ${webhookDeliveries.problem})
     select ${apiKeyId}, new_id, to_target, ${webhookDeliveries.trigger}, ${webhookDeliveries.organizationId},
       ${webhookDeliveries.documentId}, ${webhookDeliveries.annotationId}, ${webhookDeliveries.sequence}, ${webhookDeliveries.subjects},
       ${webhookDeliveries.eventTimeMs}, case when exists (
         select from ${webhookGoneEndpoints} e where e.${webhookGoneEndpoints.apiKeyId} = given.${apiKeyId}
           and e.${webhookGoneEndpoints.target} = given.to_target and e.${webhookGoneEndpoints.url} = given.url
       ) then 'held' end
     from given order by ${deliveryId}, to_target
     returning ${apiKeyId}, ${deliveryId}, ${createdAtMs}, ${webhookDeliveries.webhookId}, ${webhookDeliveries.problem}
   ), carried as (
     insert into ${webhookPayloads} (${webhookPayloads.apiKeyId}, ${webhookPayloads.deliveryId}, ${webhookPayloads.isDraft},
       ${webhookPayloads.event})
     select made.${apiKeyId}, made.${deliveryId}, true, given.${webhookPayloads.event}
     from made join given on given.${apiKeyId} = made.${apiKeyId} and given.new_id = made.${webhookDeliveries.webhookId}
   ), queued as (
     insert into ${webhookQueue} (${webhookQueue.apiKeyId}, ${webhookQueue.target}, ${webhookQueue.documentKey},
       ${webhookQueue.deliveryId}, ${webhookQueue.createdAtMs}, ${webhookQueue.bytes}, ${webhookQueue.isUnchecked})
     select made.${apiKeyId}, given.to_target, hashtextextended(given.${webhookDeliveries.documentId}, 0), made.${deliveryId},
       made.${createdAtMs}, coalesce(octet_length(given.${webhookPayloads.event}), 0), false
     from made join given on given.${apiKeyId} = made.${apiKeyId} and given.new_id = made.${webhookDeliveries.webhookId}
     where made.${webhookDeliveries.problem} is null order by made.${deliveryId}
   ), freed as (
     delete from ${webhookPayloads} p using removed where p.${webhookPayloads.apiKeyId} = removed.${webhookQueue.apiKeyId}
       and p.${webhookPayloads.deliveryId} = removed.${webhookQueue.deliveryId}
   )
   delete from ${webhookDeliveries} d using removed
   where d.${apiKeyId} = removed.${webhookQueue.apiKeyId} and d.${createdAtMs} = removed.${webhookQueue.createdAtMs}
     and d.${deliveryId} = removed.${webhookQueue.deliveryId}`,
  { crossTenant: "Deliveries of many API keys are decided together, each under the fence of its own row in the queue." },
);

/** Replaces deliveries with unknown endpoints by one for each endpoint that wants them. */
export async function spreadDeliveries(db: Db, held: readonly HeldRow[], deliveries: readonly SpreadDelivery[]): Promise<void> {
  await db.run(spread, {
    ...queue.lists(held),
    ofKeys: deliveries.map((delivery) => delivery.apiKeyId),
    ofMs: deliveries.map((delivery) => delivery.createdAtMs),
    ofDeliveries: deliveries.map((delivery) => delivery.deliveryId),
    toTargets: deliveries.map(({ target }) => target),
    webhookIds: deliveries.map(({ webhookId }) => webhookId),
    urls: deliveries.map(({ url }) => url),
  });
}
