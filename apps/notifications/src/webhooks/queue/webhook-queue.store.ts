import { sql } from "@parley/database";
import { listOf, narrowed, nullable, types, type ValuesOf } from "@parley/database/schema";
import type { Claimed } from "../../delivery/claimed.ts";
import { ownedQueue } from "../../delivery/owned-queue.store.ts";
import { webhookDeliveries, webhookGoneEndpoints, webhookPayloads, webhookQueue } from "../config/tables.ts";

const { apiKeyId, target, documentKey, deliveryId, createdAtMs, isUnchecked } = webhookQueue;

const columns = {
  /** A string, because it has 64 bits. */
  documentKey: types.text,
  createdAtMs,
  isUnchecked,
  /** Null, like every column below, if the delivery was deleted meanwhile. */
  webhookId: nullable(webhookDeliveries.webhookId),
  trigger: webhookDeliveries.trigger,
  organizationId: webhookDeliveries.organizationId,
  documentId: webhookDeliveries.documentId,
  annotationId: webhookDeliveries.annotationId,
  sequence: webhookDeliveries.sequence,
  attempts: webhookDeliveries.attempts,
  /** Null if the payload has been erased. */
  body: nullable(webhookPayloads.body),
  /** The event to build it from; null once it is built. */
  event: nullable(webhookPayloads.event),
  /** The endpoint's URL at which it responded 410. */
  goneUrl: nullable(webhookGoneEndpoints.url),
};

/** A delivery that was read. */
export type ReadRow = Claimed & ValuesOf<typeof columns>;

/** The queue of webhook deliveries, owned by endpoint. */
export const queue = ownedQueue({
  kind: "webhook",
  queue: webhookQueue,
  key: [apiKeyId, target, documentKey, deliveryId],
  apiKeyId,
  target,
  id: deliveryId,
  parameters: {
    apiKeyIds: listOf(types.text),
    targets: listOf(types.text),
    documentKeys: narrowed<readonly string[]>(listOf(types.bigint)),
    deliveryIds: listOf(types.bigint),
  },
  lists: (rows: readonly ReadRow[]) => ({
    apiKeyIds: rows.map((row) => row.apiKeyId),
    targets: rows.map((row) => row.target),
    documentKeys: rows.map((row) => row.documentKey),
    deliveryIds: rows.map((row) => row.deliveryId),
  }),
  bytes: sql`${webhookQueue.bytes}`,
  columns,
  selected: [
    sql`picked.${documentKey}::text, picked.${createdAtMs}, picked.${isUnchecked},
     d.${webhookDeliveries.webhookId}, d.${webhookDeliveries.trigger}, d.${webhookDeliveries.organizationId},
     d.${webhookDeliveries.documentId}, d.${webhookDeliveries.annotationId}, d.${webhookDeliveries.sequence},
     d.${webhookDeliveries.attempts}, p.${webhookPayloads.body}, p.${webhookPayloads.event},
     g.${webhookGoneEndpoints.url}`,
  ],
  joined: sql`left join ${webhookDeliveries} d on d.${webhookDeliveries.apiKeyId} = picked.${apiKeyId}
     and d.${webhookDeliveries.createdAtMs} = picked.${createdAtMs} and d.${webhookDeliveries.deliveryId} = picked.${deliveryId}
   left join lateral (
     select * from ${webhookPayloads} where ${webhookPayloads.apiKeyId} = picked.${apiKeyId}
       and ${webhookPayloads.deliveryId} = picked.${deliveryId} limit 1
   ) as p on true
   left join ${webhookGoneEndpoints} g on g.${webhookGoneEndpoints.apiKeyId} = picked.${apiKeyId}
     and g.${webhookGoneEndpoints.target} = picked.${target}`,
  promotedAtOnce: 500,
});
