import { type Db, type Sql, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { type Eraser, type RowSource, rowEraser, speaksOf, subjectParameters, subjectTypes } from "@parley/erasure";
import { webhookAttempts, webhookDeliveries, webhookDocuments, webhookPayloads, webhookQueue } from "../schema.ts";
import { countDeliveries } from "./counts.store.ts";
import { deliveryIsInScope } from "./erasure.store.ts";

// A delivery is a row in each of four tables, and its payload is large.
const deliveriesPerChunk = 250;

/** Deletes deliveries from every table. `to_delete` must have `created_at_ms`, `delivery_id`, `target` and `document_id`. */
const removal = (toDelete: Sql) => sql`with to_delete as materialized (${toDelete}
   ), payloads as (
     delete from ${webhookPayloads} where ${webhookPayloads.apiKeyId} = $apiKeyId
       and ${webhookPayloads.deliveryId} = any(array(select ${webhookDeliveries.deliveryId} from to_delete)) returning 1
   ), attempts as (
     delete from ${webhookAttempts} where ${webhookAttempts.apiKeyId} = $apiKeyId
       and ${webhookAttempts.deliveryId} = any(array(select ${webhookDeliveries.deliveryId} from to_delete)) returning 1
   ), unqueued as (
     delete from ${webhookQueue} where ${webhookQueue.apiKeyId} = $apiKeyId and ctid = any(array(
       select q.place from to_delete d cross join lateral (
         select ctid as place from ${webhookQueue}
         where ${webhookQueue.apiKeyId} = $apiKeyId and ${webhookQueue.target} = d.${webhookDeliveries.target}
           and ${webhookQueue.documentKey} = hashtextextended(d.${webhookDeliveries.documentId}, 0)
           and ${webhookQueue.deliveryId} = d.${webhookDeliveries.deliveryId} limit 1
       ) q)) returning 1
   ), gone as (
     delete from ${webhookDeliveries} where ${webhookDeliveries.apiKeyId} = $apiKeyId and ctid = any(array(
       select w.place from to_delete d cross join lateral (
         select ctid as place from ${webhookDeliveries}
         where ${webhookDeliveries.apiKeyId} = $apiKeyId and ${webhookDeliveries.createdAtMs} = d.${webhookDeliveries.createdAtMs}
           and ${webhookDeliveries.deliveryId} = d.${webhookDeliveries.deliveryId} limit 1
       ) w)) returning 1
   )
   select (select count(*) from to_delete) as deliveries,
     (select count(*) from gone) + (select count(*) from payloads) + (select count(*) from attempts)
       + (select count(*) from unqueued) as rows`;

const removed = { deliveries: types.bigint, rows: types.bigint };

const removeOld = statement(
  "notifications.erase_webhooks",
  subjectTypes,
  removed,
  removal(sql`
     select ${webhookDeliveries.createdAtMs}, ${webhookDeliveries.deliveryId}, ${webhookDeliveries.target},
       ${webhookDeliveries.documentId} from ${webhookDeliveries}
     where ${webhookDeliveries.apiKeyId} = $apiKeyId and ${speaksOf(webhookDeliveries.subjects)} and ${deliveryIsInScope}
     limit $limit`),
);

/** Erases webhook deliveries older than the request, with their payloads and attempts, by their subjects. */
export function webhookEraser(ranges: Eraser["ranges"]): Eraser {
  return {
    ranges,
    count: countDeliveries,
    async erase(tx, chunk) {
      const limit = Math.min(chunk.limit, deliveriesPerChunk);
      const { deliveries = 0, rows = 0 } = (await tx.row(removeOld, subjectParameters({ ...chunk, limit }))) ?? {};
      return { rows, next: deliveries === limit ? { range: 0, key: [] } : undefined };
    },
  };
}

// A document that has been created again continues its count.
const unused = sql`not exists (
  select from ${webhookDeliveries} w where w.${webhookDeliveries.apiKeyId} = $apiKeyId
    and w.${webhookDeliveries.organizationId} = t.${webhookDocuments.organizationId}
    and w.${webhookDeliveries.documentId} = t.${webhookDocuments.documentId}
    and w.${webhookDeliveries.createdAtMs} > $requestedAtMs offset 0)`;

const counters = (match: Sql): RowSource => ({
  table: webhookDocuments,
  match: sql`${match} and ${unused}`,
  key: [webhookDocuments.documentId],
});

/** Erases the event counters of documents. */
export const counterErasers = (ranges: Eraser["ranges"]) => ({
  ofOrganization: rowEraser(
    "notifications",
    "erase_counters_of_organization",
    counters(sql`t.${webhookDocuments.organizationId} = r.organization_id`),
    ranges,
  ),
  ofDocument: rowEraser(
    "notifications",
    "erase_counters_of_document",
    counters(sql`t.${webhookDocuments.organizationId} = r.organization_id and t.${webhookDocuments.documentId} = r.id`),
    ranges,
  ),
});

const removeThese = statement(
  "notifications.erase_webhooks_these",
  { apiKeyId: webhookDeliveries.apiKeyId, createdAts: listOf(types.bigint), deliveryIds: listOf(types.bigint) },
  removed,
  removal(sql`
     select w.* from unnest($createdAts::bigint[], $deliveryIds::bigint[]) as i (created_at_ms, delivery_id)
     cross join lateral (
       select ${webhookDeliveries.createdAtMs}, ${webhookDeliveries.deliveryId}, ${webhookDeliveries.target}, ${webhookDeliveries.documentId}
       from ${webhookDeliveries}
       where ${webhookDeliveries.apiKeyId} = $apiKeyId and ${webhookDeliveries.createdAtMs} = i.created_at_ms
         and ${webhookDeliveries.deliveryId} = i.delivery_id limit 1
     ) as w`),
);

/** Erases these deliveries with their payloads and attempts; returns the number of rows. */
export async function eraseDeliveries(
  tx: Db,
  deliveries: { readonly apiKeyId: string; readonly createdAts: readonly number[]; readonly deliveryIds: readonly number[] },
): Promise<number> {
  return (await tx.row(removeThese, deliveries))?.rows ?? 0;
}
