import { type Db, statement } from "@parley/database";
import { listOf, narrowed, nowMs, types } from "@parley/database/schema";
import { webhookPayloads, webhookQueue } from "../config/tables.ts";
import type { Target } from "../config/target.ts";

const crossTenant = "Leases of every API key are kept alive and given back together.";
// Where an index is searched by it, the time is `now_ms()`, which is declared as stable: a volatile function cannot be used for that.

/** Identifies a row of the queue and its lease. */
export interface LeasedRow {
  readonly apiKeyId: string;
  readonly target: Target;
  /** As text: it has 64 bits. */
  readonly documentKey: string;
  readonly deliveryId: number;
  readonly fence: number;
}

interface LeaseLists {
  readonly apiKeyIds: readonly string[];
  readonly targets: readonly string[];
  readonly documentKeys: readonly string[];
  readonly deliveryIds: readonly number[];
  readonly fences: readonly number[];
}

/** The parallel lists of a statement about rows that are leased. */
export function leaseLists(leased: readonly LeasedRow[]): LeaseLists {
  return {
    apiKeyIds: leased.map(({ apiKeyId }) => apiKeyId),
    targets: leased.map(({ target }) => target),
    documentKeys: leased.map(({ documentKey }) => documentKey),
    deliveryIds: leased.map(({ deliveryId }) => deliveryId),
    fences: leased.map(({ fence }) => fence),
  };
}

/** The parameters that `leaseLists` fills. */
export const leaseParameters = {
  apiKeyIds: listOf(types.text),
  targets: listOf(types.text),
  documentKeys: narrowed<readonly string[]>(listOf(types.bigint)),
  deliveryIds: listOf(types.bigint),
  fences: listOf(types.bigint),
};
/** The lists as arguments of `unnest`, and the names of its columns. */
export const leaseArrays = "$apiKeyIds::text[], $targets::text[], $documentKeys::bigint[], $deliveryIds::bigint[], $fences::bigint[]";
export const leaseColumns = "api_key_id, target, document_key, delivery_id, fence";
/** The leased rows alone, under the alias `leased`. */
export const leasedRows = `unnest(${leaseArrays}) as leased (${leaseColumns})`;

/**
 * Whether a row `q` of the queue still has this lease. The fence alone tells: it is raised whenever a row is claimed, given back, or taken
 * from a process whose lease has expired. A condition on the state would make Postgres begin with the leased rows, of which there are none
 * when it plans and hundreds later.
 */
export const isLeased = `q.api_key_id = leased.api_key_id and q.target = leased.target and q.document_key = leased.document_key
     and q.delivery_id = leased.delivery_id and q.fence = leased.fence`;

const extend = statement(
  "notifications.webhook_extend",
  { leaseMs: types.bigint, ...leaseParameters },
  { deliveryId: webhookQueue.deliveryId },
  `update webhook_queue q set due_at_ms = ${nowMs} + $leaseMs::bigint from ${leasedRows} where ${isLeased} returning q.delivery_id`,
  { crossTenant },
);

/** Extends leases; returns the ids of the deliveries that are still leased. */
export async function extendLeases(db: Db, leased: readonly LeasedRow[], leaseMs: number): Promise<Set<number>> {
  return new Set((await db.rows(extend, { ...leaseLists(leased), leaseMs })).map(({ deliveryId }) => deliveryId));
}

const putBack = statement(
  "notifications.webhook_put_back",
  { ...leaseParameters, delaysMs: listOf(types.bigint) },
  {},
  `update webhook_queue q set state = case when leased.delay_ms > 0 then 'scheduled' else 'ready' end, due_at_ms = ${nowMs} + leased.delay_ms,
     owner = '', fence = q.fence + 1
   from unnest(${leaseArrays}, $delaysMs::bigint[]) as leased (${leaseColumns}, delay_ms)
   where ${isLeased}`,
  { crossTenant },
);

/** Gives back deliveries that were not attempted, to be claimed again after some time. */
export async function putBackDeliveries(db: Db, leased: readonly (LeasedRow & { readonly delayMs: number })[]): Promise<void> {
  await db.run(putBack, { ...leaseLists(leased), delaysMs: leased.map(({ delayMs }) => Math.round(delayMs)) });
}

const storeBodies = statement(
  "notifications.webhook_store_bodies",
  { ...leaseParameters, bodies: listOf(types.text) },
  { deliveryId: webhookPayloads.deliveryId },
  `with leased as materialized (
     select * from unnest(${leaseArrays}, $bodies::text[]) as leased (${leaseColumns}, body)
   )
   update webhook_payloads p set body = leased.body, is_draft = false
   from leased join webhook_queue q on ${isLeased}
   where p.api_key_id = leased.api_key_id and p.delivery_id = leased.delivery_id
   returning p.delivery_id`,
  { crossTenant },
);

/** Stores bodies that were completed from their drafts; returns the ids of the deliveries that are still leased and not erased. */
export async function completeBodies(db: Db, completed: readonly (LeasedRow & { readonly body: string })[]): Promise<Set<number>> {
  const rows = await db.rows(storeBodies, { ...leaseLists(completed), bodies: completed.map(({ body }) => body) });
  return new Set(rows.map(({ deliveryId }) => deliveryId));
}
