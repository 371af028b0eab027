import { type Db, sql, statement } from "@parley/database";
import { listOf, nowMs, types } from "@parley/database/schema";
import { webhookDeliveries, webhookPayloads, webhookQueue } from "../config/tables.ts";

/** A delivery about an endpoint or another delivery, to an endpoint that lists such events. */
export interface EndpointEventDelivery {
  readonly apiKeyId: string;
  readonly webhookId: string;
  readonly target: string;
  readonly trigger: string;
  readonly body: string;
  /** The place of the delivery that it is about; empty for events of endpoints. */
  readonly organizationId: string;
  readonly documentId: string;
  readonly annotationId: string;
  /** The delivery that it is about: whatever removes that delivery removes this one too. 0 for none. */
  readonly aboutDeliveryId: number;
  readonly aboutCreatedAtMs: number;
}

const { apiKeyId, createdAtMs, deliveryId, webhookId, subjects } = webhookDeliveries;

const insert = statement(
  "notifications.webhook_endpoint_events_insert",
  {
    apiKeyIds: listOf(types.text),
    webhookIds: listOf(types.text),
    targets: listOf(types.text),
    triggers: listOf(types.text),
    bodies: listOf(types.text),
    organizationIds: listOf(types.text),
    documentIds: listOf(types.text),
    annotationIds: listOf(types.text),
    aboutIds: listOf(types.bigint),
    aboutMs: listOf(types.bigint),
  },
  {},
  sql`with given as materialized (
     select * from unnest($apiKeyIds::text[], $webhookIds::text[], $targets::text[], $triggers::text[], $bodies::text[],
       $organizationIds::text[], $documentIds::text[], $annotationIds::text[], $aboutIds::bigint[], $aboutMs::bigint[])
       as g (api_key_id, webhook_id, target, trigger, body, organization_id, document_id, annotation_id, about_id, about_ms)
   ), made as (
     insert into ${webhookDeliveries} (${apiKeyId}, ${webhookId}, ${webhookDeliveries.target}, ${webhookDeliveries.trigger},
       ${webhookDeliveries.organizationId}, ${webhookDeliveries.documentId}, ${webhookDeliveries.annotationId},
       ${webhookDeliveries.sequence}, ${subjects}, ${webhookDeliveries.eventTimeMs})
     select g.api_key_id, g.webhook_id, g.target, g.trigger, g.organization_id, g.document_id, g.annotation_id, 0,
       coalesce((select d.${subjects} from ${webhookDeliveries} d where d.${apiKeyId} = g.api_key_id and d.${createdAtMs} = g.about_ms
         and d.${deliveryId} = g.about_id), '{}'), ${nowMs}
     from given g
     returning ${apiKeyId}, ${deliveryId}, ${createdAtMs}, ${webhookId}
   ), carried as (
     insert into ${webhookPayloads} (${webhookPayloads.apiKeyId}, ${webhookPayloads.deliveryId}, ${webhookPayloads.isDraft},
       ${webhookPayloads.body})
     select made.${apiKeyId}, made.${deliveryId}, false, g.body
     from made join given g on g.api_key_id = made.${apiKeyId} and g.webhook_id = made.${webhookId}
   )
   insert into ${webhookQueue} (${webhookQueue.apiKeyId}, ${webhookQueue.target}, ${webhookQueue.documentKey}, ${webhookQueue.deliveryId},
     ${webhookQueue.createdAtMs}, ${webhookQueue.bytes}, ${webhookQueue.isUnchecked})
   select made.${apiKeyId}, g.target, hashtextextended(g.document_id, 0), made.${deliveryId}, made.${createdAtMs}, octet_length(g.body), false
   from made join given g on g.api_key_id = made.${apiKeyId} and g.webhook_id = made.${webhookId}`,
);

/** Creates and queues deliveries with complete bodies. */
export async function insertEndpointEvents(tx: Db, deliveries: readonly EndpointEventDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  await tx.run(insert, {
    apiKeyIds: deliveries.map((delivery) => delivery.apiKeyId),
    webhookIds: deliveries.map((delivery) => delivery.webhookId),
    targets: deliveries.map(({ target }) => target),
    triggers: deliveries.map(({ trigger }) => trigger),
    bodies: deliveries.map(({ body }) => body),
    organizationIds: deliveries.map(({ organizationId }) => organizationId),
    documentIds: deliveries.map(({ documentId }) => documentId),
    annotationIds: deliveries.map(({ annotationId }) => annotationId),
    aboutIds: deliveries.map(({ aboutDeliveryId }) => aboutDeliveryId),
    aboutMs: deliveries.map(({ aboutCreatedAtMs }) => aboutCreatedAtMs),
  });
}
