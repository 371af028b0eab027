import type { Database } from "@parley/database";
import type { Prepared } from "../../delivery/delivery.ts";
import { concluded } from "./attempt-delivery.ts";
import type { BodyCompleter } from "./body-completer.ts";
import type { WebhookDelivery } from "./webhook-delivery.ts";
import { dropDeliveries, type Outcome } from "./webhook-outcomes.store.ts";
import type { ClaimedRow } from "./webhook-queue.store.ts";

const laterMs = 1_000;

/** Sorts out what cannot be sent and completes the bodies of the others. */
export async function prepareDeliveries(
  database: Database,
  bodies: BodyCompleter,
  rows: readonly ClaimedRow[],
): Promise<Prepared<ClaimedRow, WebhookDelivery, Outcome>> {
  const removed = rows.filter(({ webhookId }) => webhookId === null);
  if (removed.length > 0) await dropDeliveries(database, removed);
  // Nothing is left to be sent: it was erased.
  const erased = rows.filter(({ webhookId, body }) => webhookId !== null && body === null);
  const { deliveries, later } = await bodies.complete(rows.filter(isCarrying));
  return {
    ready: deliveries,
    waiting: later.map((row) => ({ row, delayMs: laterMs })),
    outcomes: erased.map((row) => concluded(row, "failed")),
  };
}

function isCarrying(row: ClaimedRow): row is WebhookDelivery {
  return row.webhookId !== null && row.body !== null;
}
