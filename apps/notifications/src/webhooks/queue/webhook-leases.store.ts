import { type Db, sql, statement } from "@parley/database";
import { listOf, narrowed, types } from "@parley/database/schema";
import type { Leased } from "../../delivery/channel.ts";
import { leasedQueue } from "../../delivery/leased-queue.store.ts";
import { webhookPayloads, webhookQueue } from "../config/tables.ts";

/** A row of the queue that this process has claimed. */
export interface LeasedDelivery extends Leased {
  readonly target: string;
  /** As text: it has 64 bits. */
  readonly documentKey: string;
}

/** Identifies a row of the queue and its lease. */
export type LeasedRow = Omit<LeasedDelivery, "tries">;

/** The leases of deliveries. */
export const leases = leasedQueue({
  kind: "webhook",
  queue: webhookQueue,
  key: [webhookQueue.apiKeyId, webhookQueue.target, webhookQueue.documentKey, webhookQueue.deliveryId],
  parameters: {
    apiKeyIds: listOf(types.text),
    targets: listOf(types.text),
    documentKeys: narrowed<readonly string[]>(listOf(types.bigint)),
    deliveryIds: listOf(types.bigint),
    fences: listOf(types.bigint),
  },
  lists: (leased: readonly LeasedRow[]) => ({
    apiKeyIds: leased.map(({ apiKeyId }) => apiKeyId),
    targets: leased.map(({ target }) => target),
    documentKeys: leased.map(({ documentKey }) => documentKey),
    deliveryIds: leased.map(({ deliveryId }) => deliveryId),
    fences: leased.map(({ fence }) => fence),
  }),
  promotedAtOnce: 500,
});

const store = statement(
  "notifications.webhook_store_bodies",
  { ...leases.parameters, bodies: listOf(types.text) },
  { deliveryId: webhookPayloads.deliveryId },
  sql`with leased as materialized (
     select * from unnest(${leases.arrays}, $bodies::text[]) as leased (${leases.columns}, body)
   )
   update ${webhookPayloads} p set ${webhookPayloads.body} = leased.body, ${webhookPayloads.isDraft} = false,
     ${webhookPayloads.event} = null
   from leased join ${webhookQueue} q on ${leases.isLeased}
   where p.${webhookPayloads.apiKeyId} = leased.${webhookQueue.apiKeyId}
     and p.${webhookPayloads.deliveryId} = leased.${webhookQueue.deliveryId}
   returning p.${webhookPayloads.deliveryId}`,
  { crossTenant: "Bodies of many deliveries are stored together, each under the fence of its own row in the queue." },
);

/** Stores bodies in place of their events; returns the ids of the deliveries that are still leased and not erased. */
export async function storeBodies(db: Db, built: readonly (LeasedRow & { readonly body: string })[]): Promise<Set<number>> {
  const rows = await db.rows(store, { ...leases.lists(built), bodies: built.map(({ body }) => body) });
  return new Set(rows.map(({ deliveryId }) => deliveryId));
}
