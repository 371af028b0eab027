import { type Db, statement } from "@parley/database";
import { listOf, narrowed, types } from "@parley/database/schema";
import { webhookDeliveries, webhookQueue } from "../../schema.ts";
import type { Target } from "../target.ts";

/** One event, and a delivery of it for each target. */
export interface NewDeliveries {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly documentId: string;
  readonly annotationId: string;
  readonly trigger: string;
  readonly subjects: string;
  /** When the event was written, by the clock of its service's database. */
  readonly eventTimeMs: number;
  readonly targets: readonly Target[];
  readonly webhookIds: readonly string[];
  readonly drafts: readonly string[];
  /** The URL of each target: one that is marked as gone holds the delivery. */
  readonly urls: readonly string[];
  readonly isUnchecked: boolean;
}

// The lock on the document's number comes before the deliveries' ids, so that the ids of a document rise with its sequence. A delivery to an
// endpoint that is gone gets no row in the queue.
const insert = statement(
  "notifications.webhook_insert",
  {
    apiKeyId: webhookDeliveries.apiKeyId,
    organizationId: webhookDeliveries.organizationId,
    documentId: webhookDeliveries.documentId,
    targets: narrowed<readonly ("raw" | "processed")[]>(listOf(types.text)),
    webhookIds: listOf(types.text),
    drafts: listOf(types.text),
    urls: listOf(types.text),
    trigger: webhookDeliveries.trigger,
    annotationId: webhookDeliveries.annotationId,
    subjects: types.text,
    eventTimeMs: types.bigint,
    isUnchecked: webhookQueue.isUnchecked,
  },
  {},
  `with numbered as (
     insert into webhook_documents as d (api_key_id, organization_id, document_id, last_sequence)
     values ($apiKeyId, $organizationId, $documentId, 1)
     on conflict (api_key_id, organization_id, document_id) do update set last_sequence = d.last_sequence + 1
     returning last_sequence
   ), wanted as (
     select wanted.target, wanted.webhook_id, wanted.draft, exists (
         select from webhook_gone_endpoints g where g.api_key_id = $apiKeyId and g.target = wanted.target and g.url = wanted.url
       ) as is_gone
     from unnest($targets::text[], $webhookIds::text[], $drafts::text[], $urls::text[]) as wanted (target, webhook_id, draft, url)
   ), made as (
     insert into webhook_deliveries (api_key_id, webhook_id, target, trigger, organization_id, document_id, annotation_id, sequence, subjects, event_time_ms, problem)
     select $apiKeyId, wanted.webhook_id, wanted.target, $trigger, $organizationId, $documentId, $annotationId, numbered.last_sequence,
       string_to_array($subjects, E'\\n'), $eventTimeMs::bigint, case when wanted.is_gone then 'held' end
     from numbered cross join wanted
     returning delivery_id, created_at_ms, target, problem
   ), carried as (
     insert into webhook_payloads (api_key_id, delivery_id, is_draft, body)
     select $apiKeyId, made.delivery_id, true, wanted.draft from made join wanted on wanted.target = made.target
   )
   insert into webhook_queue (api_key_id, target, document_key, delivery_id, created_at_ms, bytes, is_unchecked)
   select $apiKeyId, made.target, hashtextextended($documentId, 0), made.delivery_id, made.created_at_ms, octet_length(wanted.draft), $isUnchecked
   from made join wanted on wanted.target = made.target where made.problem is null`,
);

/** Makes the deliveries of an event, numbers them within its document and queues them. */
export async function insertDeliveries(tx: Db, deliveries: NewDeliveries): Promise<void> {
  await tx.run(insert, deliveries);
}
