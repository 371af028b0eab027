import { type Db, sql, statement } from "@parley/database";
import { listOf, nowMs, nullable, types } from "@parley/database/schema";
import { webhookDeliveries, webhookDocuments, webhookPayloads, webhookQueue } from "../config/tables.ts";
import { onePiece } from "./webhook-bodies.store.ts";

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
  /** When the event was written, by the clock of its service's database; null for now. */
  readonly eventTimeMs: number | null;
  readonly target: string;
  readonly webhookId: string;
  /** The body, or the whole event, from which the first attempt builds it. */
  readonly payload: Uint8Array | string;
  /** Undefined if the event is to be numbered: its body then ends with `"sequence":0}`, in which the number is set. */
  readonly sequence: number | undefined;
  readonly isUnchecked: boolean;
}

// The documents' numbers are locked before the deliveries get their ids, in the order of events, so that the ids of a document rise with
// its sequence.
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
    eventTimesMs: listOf(nullable(types.bigint)),
    targets: listOf(types.text),
    webhookIds: listOf(types.text),
    drafts: listOf(types.boolean),
    begins: listOf(types.integer),
    lengths: listOf(types.integer),
    whole: types.bytes,
    sequences: listOf(nullable(types.bigint)),
    unchecked: listOf(types.boolean),
  },
  {},
  sql`with given as materialized (
     select g.*, dense_rank() over (partition by g.api_key_id, g.organization_id, g.document_id, g.sequence is null order by g.event) as nth
     from unnest($events::integer[], $apiKeyIds::text[], $organizationIds::text[], $documentIds::text[], $annotationIds::text[],
       $triggers::text[], $subjects::text[], $eventTimesMs::bigint[], $targets::text[], $webhookIds::text[], $drafts::boolean[],
       $begins::integer[], $lengths::integer[], $sequences::bigint[], $unchecked::boolean[])
       as g (event, api_key_id, organization_id, document_id, annotation_id, trigger, subjects, event_time_ms, target, webhook_id, is_draft,
         begins, length, sequence, is_unchecked)
   ), counted as (
     select api_key_id, organization_id, document_id, max(nth) as events from given
     where sequence is null group by api_key_id, organization_id, document_id
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
       ${webhookDeliveries.annotationId}, ${webhookDeliveries.sequence}, ${webhookDeliveries.subjects}, ${webhookDeliveries.eventTimeMs})
     select g.api_key_id, g.webhook_id, g.target, g.trigger, g.organization_id, g.document_id, g.annotation_id,
       coalesce(g.sequence, n.${webhookDocuments.lastSequence} - c.events + g.nth), string_to_array(g.subjects, E'\\n'),
       coalesce(g.event_time_ms, ${nowMs})
     from given g
     left join counted c on c.api_key_id = g.api_key_id and c.organization_id = g.organization_id and c.document_id = g.document_id
     left join numbered n on n.${webhookDocuments.apiKeyId} = g.api_key_id and n.${webhookDocuments.organizationId} = g.organization_id
       and n.${webhookDocuments.documentId} = g.document_id
     order by g.event, g.target
     on conflict (${webhookDeliveries.apiKeyId}, ${webhookDeliveries.webhookId}) do nothing
     returning ${webhookDeliveries.apiKeyId}, ${webhookDeliveries.deliveryId}, ${webhookDeliveries.createdAtMs},
       ${webhookDeliveries.webhookId}, ${webhookDeliveries.sequence} as number
   ), parts as materialized (
     select made.*, g.target, g.document_id, g.is_draft, g.length, g.sequence, g.is_unchecked,
       substr($whole::bytea, g.begins, g.length) as part
     from made join given g on g.api_key_id = made.${webhookDeliveries.apiKeyId} and g.webhook_id = made.${webhookDeliveries.webhookId}
   ), drafts as (
     insert into ${webhookPayloads} (${webhookPayloads.apiKeyId}, ${webhookPayloads.deliveryId}, ${webhookPayloads.event})
     select ${webhookDeliveries.apiKeyId}, ${webhookDeliveries.deliveryId}, part from parts where is_draft
   ), bodies as (
     insert into ${webhookPayloads} (${webhookPayloads.apiKeyId}, ${webhookPayloads.deliveryId}, ${webhookPayloads.body})
     select ${webhookDeliveries.apiKeyId}, ${webhookDeliveries.deliveryId},
       convert_from(part, 'UTF8') || case when sequence is null then number || '}' else '' end from parts where not is_draft
   )
   insert into ${webhookQueue} (${webhookQueue.apiKeyId}, ${webhookQueue.target}, ${webhookQueue.documentKey}, ${webhookQueue.deliveryId},
     ${webhookQueue.createdAtMs}, ${webhookQueue.bytes}, ${webhookQueue.isUnchecked})
   select ${webhookDeliveries.apiKeyId}, target, hashtextextended(document_id, 0), ${webhookDeliveries.deliveryId},
     ${webhookDeliveries.createdAtMs}, length, is_unchecked
   from parts order by ${webhookDeliveries.deliveryId}`,
);

/**
 * Creates those deliveries that do not exist, numbers those without a number within their documents, and queues them. Calls `onDeliveries`
 * once they are committed.
 */
export async function insertDeliveries(tx: Db, deliveries: readonly NewDelivery[], onDeliveries: () => void): Promise<void> {
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
    ...onePiece(deliveries.map(unnumbered)),
    sequences: deliveries.map(({ sequence }) => sequence ?? null),
    unchecked: deliveries.map(({ isUnchecked }) => isUnchecked),
  });
  tx.afterCommit(onDeliveries);
}

// The last of a body is its number.
function unnumbered({ payload, sequence }: NewDelivery): Uint8Array | string {
  return typeof payload === "string" && sequence === undefined ? payload.slice(0, -"0}".length) : payload;
}
