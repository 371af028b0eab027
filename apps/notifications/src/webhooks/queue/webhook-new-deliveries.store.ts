import { type Db, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { webhookDeliveries, webhookDocuments, webhookGoneEndpoints, webhookPayloads, webhookQueue } from "../config/tables.ts";
import { onePiece } from "./one-piece.ts";

/** The delivery of one event to one target. */
export interface NewDelivery {
  /** The index of its event: events are numbered within their documents in this order. */
  readonly event: number;
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly documentId: string;
  readonly annotationId: string;
  readonly trigger: string;
  readonly subjects: string;
  /** When the event was written, by the clock of its service's database. */
  readonly eventTimeMs: number;
  readonly target: string;
  readonly webhookId: string;
  /** The body, or the whole event, from which the first attempt builds it. A body ends with `"sequence":0}`: the number is set here. */
  readonly payload: Uint8Array | string;
  /** The URL of the target: if that is marked as gone, the delivery is held. */
  readonly url: string;
  readonly isUnchecked: boolean;
}

// The documents' numbers are locked before the deliveries get their ids, in the order of events, so that the ids of a document rise with
// its sequence. A delivery to a gone endpoint gets no row in the queue.
const insert = statement(
  "notifications.webhook_insert",
  {
    events: listOf(types.integer),
    apiKeyIds: listOf(types.text),
    organizationIds: listOf(types.text),
    documentIds: listOf(types.text),
    annotationIds: listOf(types.text),
    triggers: listOf(types.text),
    subjects: listOf(types.text),
    eventTimesMs: listOf(types.bigint),
    targets: listOf(types.text),
    webhookIds: listOf(types.text),
    drafts: listOf(types.boolean),
    begins: listOf(types.integer),
    lengths: listOf(types.integer),
    whole: types.bytes,
    urls: listOf(types.text),
    unchecked: listOf(types.boolean),
  },
  {},
  sql`with given as materialized (
     select g.*, dense_rank() over (partition by g.api_key_id, g.organization_id, g.document_id order by g.event) as nth
     from unnest($events::integer[], $apiKeyIds::text[], $organizationIds::text[], $documentIds::text[], $annotationIds::text[],
       $triggers::text[],
       $subjects::text[], $eventTimesMs::bigint[], $targets::text[], $webhookIds::text[], $drafts::boolean[],
       $begins::integer[], $lengths::integer[], $urls::text[], $unchecked::boolean[])
       as g (event, api_key_id, organization_id, document_id, annotation_id, trigger, subjects, event_time_ms, target, webhook_id, is_draft,
         begins, length, url, is_unchecked)
   ), counted as (
     select api_key_id, organization_id, document_id, max(nth) as events from given group by api_key_id, organization_id, document_id
   ), numbered as (
     insert into ${webhookDocuments} as d (${webhookDocuments.apiKeyId}, ${webhookDocuments.organizationId},
       ${webhookDocuments.documentId}, ${webhookDocuments.lastSequence})
     select api_key_id, organization_id, document_id, events from counted order by api_key_id, organization_id, document_id
     on conflict (${webhookDocuments.apiKeyId}, ${webhookDocuments.organizationId}, ${webhookDocuments.documentId}) do update
     set ${webhookDocuments.lastSequence} = d.${webhookDocuments.lastSequence} + excluded.${webhookDocuments.lastSequence}
     returning ${webhookDocuments.apiKeyId}, ${webhookDocuments.organizationId}, ${webhookDocuments.documentId},
       ${webhookDocuments.lastSequence}
   ), made as (
     insert into ${webhookDeliveries} (${webhookDeliveries.apiKeyId}, ${webhookDeliveries.webhookId}, ${webhookDeliveries.target},
       ${webhookDeliveries.trigger}, ${webhookDeliveries.organizationId}, ${webhookDeliveries.documentId},
       ${webhookDeliveries.annotationId}, ${webhookDeliveries.sequence}, ${webhookDeliveries.subjects}, ${webhookDeliveries.eventTimeMs},
       ${webhookDeliveries.problem})
     select g.api_key_id, g.webhook_id, g.target, g.trigger, g.organization_id, g.document_id, g.annotation_id,
       n.${webhookDocuments.lastSequence} - c.events + g.nth, string_to_array(g.subjects, E'\\n'), g.event_time_ms,
       case when exists (
         select from ${webhookGoneEndpoints} e where e.${webhookGoneEndpoints.apiKeyId} = g.api_key_id
           and e.${webhookGoneEndpoints.target} = g.target and e.${webhookGoneEndpoints.url} = g.url
       ) then 'held' end
     from given g
     join counted c on c.api_key_id = g.api_key_id and c.organization_id = g.organization_id and c.document_id = g.document_id
     join numbered n on n.${webhookDocuments.apiKeyId} = g.api_key_id and n.${webhookDocuments.organizationId} = g.organization_id
       and n.${webhookDocuments.documentId} = g.document_id
     order by g.event, g.target
     returning ${webhookDeliveries.apiKeyId}, ${webhookDeliveries.deliveryId}, ${webhookDeliveries.createdAtMs},
       ${webhookDeliveries.webhookId}, ${webhookDeliveries.sequence}, ${webhookDeliveries.problem}
   ), parts as materialized (
     select made.*, g.is_draft, substr($whole::bytea, g.begins, g.length) as part
     from made join given g on g.api_key_id = made.${webhookDeliveries.apiKeyId} and g.webhook_id = made.${webhookDeliveries.webhookId}
   ), drafts as (
     insert into ${webhookPayloads} (${webhookPayloads.apiKeyId}, ${webhookPayloads.deliveryId}, ${webhookPayloads.isDraft},
       ${webhookPayloads.event})
     select ${webhookDeliveries.apiKeyId}, ${webhookDeliveries.deliveryId}, true, part from parts where is_draft
   ), bodies as (
     insert into ${webhookPayloads} (${webhookPayloads.apiKeyId}, ${webhookPayloads.deliveryId}, ${webhookPayloads.isDraft},
       ${webhookPayloads.body})
     select ${webhookDeliveries.apiKeyId}, ${webhookDeliveries.deliveryId}, false,
       convert_from(part, 'UTF8') || ${webhookDeliveries.sequence} || '}' from parts where not is_draft
   )
   insert into ${webhookQueue} (${webhookQueue.apiKeyId}, ${webhookQueue.target}, ${webhookQueue.documentKey}, ${webhookQueue.deliveryId},
     ${webhookQueue.createdAtMs}, ${webhookQueue.bytes}, ${webhookQueue.isUnchecked})
   select made.${webhookDeliveries.apiKeyId}, g.target, hashtextextended(g.document_id, 0), made.${webhookDeliveries.deliveryId},
     made.${webhookDeliveries.createdAtMs}, g.length, g.is_unchecked
   from made join given g on g.api_key_id = made.${webhookDeliveries.apiKeyId} and g.webhook_id = made.${webhookDeliveries.webhookId}
   where made.${webhookDeliveries.problem} is null
   order by made.${webhookDeliveries.deliveryId}`,
);

/** Creates deliveries, numbers their events within their documents, and queues them. */
export async function insertDeliveries(tx: Db, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  await tx.run(insert, {
    events: deliveries.map(({ event }) => event),
    apiKeyIds: deliveries.map(({ apiKeyId }) => apiKeyId),
    organizationIds: deliveries.map(({ organizationId }) => organizationId),
    documentIds: deliveries.map(({ documentId }) => documentId),
    annotationIds: deliveries.map(({ annotationId }) => annotationId),
    triggers: deliveries.map(({ trigger }) => trigger),
    subjects: deliveries.map(({ subjects }) => subjects),
    eventTimesMs: deliveries.map(({ eventTimeMs }) => eventTimeMs),
    targets: deliveries.map(({ target }) => target),
    webhookIds: deliveries.map(({ webhookId }) => webhookId),
    drafts: deliveries.map(({ payload }) => typeof payload !== "string"),
    ...onePiece(deliveries.map(({ payload }) => (typeof payload === "string" ? unnumbered(payload) : payload))),
    urls: deliveries.map(({ url }) => url),
    unchecked: deliveries.map(({ isUnchecked }) => isUnchecked),
  });
}

// The last of a body is its number.
function unnumbered(body: string): string {
  return body.slice(0, -"0}".length);
}
