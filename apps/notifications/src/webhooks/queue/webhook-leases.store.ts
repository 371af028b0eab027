import { type Db, statement } from "@parley/database";
import { listOf, narrowed, types } from "@parley/database/schema";
import type { Leased } from "../../delivery/channel.ts";
import { leasedQueue } from "../../delivery/leased-queue.store.ts";
import { webhookPayloads } from "../config/tables.ts";
import type { Target } from "../config/target.ts";

/** A row of the queue that this process has claimed. */
export interface LeasedDelivery extends Leased {
  readonly target: Target;
  /** As text: it has 64 bits. */
  readonly documentKey: string;
}

/** Identifies a row of the queue and its lease. */
export type LeasedRow = Omit<LeasedDelivery, "tries">;

/** The leases of deliveries. */
export const leases = leasedQueue({
  kind: "webhook",
  key: ["api_key_id", "target", "document_key", "delivery_id"],
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

const storeBodies = statement(
  "notifications.webhook_store_bodies",
  { ...leases.parameters, bodies: listOf(types.text) },
  { deliveryId: webhookPayloads.deliveryId },
  `with leased as materialized (
     select * from unnest(${leases.arrays}, $bodies::text[]) as leased (${leases.columns}, body)
   )
   update webhook_payloads p set body = leased.body, is_draft = false
   from leased join webhook_queue q on ${leases.isLeased}
   where p.api_key_id = leased.api_key_id and p.delivery_id = leased.delivery_id
   returning p.delivery_id`,
  { crossTenant: "Bodies of many deliveries are stored together, each under the fence of its own row in the queue." },
);

/** Stores bodies that were completed from their drafts; returns the ids of the deliveries that are still leased and not erased. */
export async function completeBodies(db: Db, completed: readonly (LeasedRow & { readonly body: string })[]): Promise<Set<number>> {
  const rows = await db.rows(storeBodies, { ...leases.lists(completed), bodies: completed.map(({ body }) => body) });
  return new Set(rows.map(({ deliveryId }) => deliveryId));
}
