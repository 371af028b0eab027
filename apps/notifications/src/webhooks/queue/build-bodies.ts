import type { Database } from "@parley/database";
import { failpoint } from "@parley/messaging";
import type { BodyTexts } from "../bodies/body-texts.ts";
import { storeBodies } from "./webhook-bodies.store.ts";
import type { WebhookDelivery } from "./webhook-queue-context.ts";

interface Built {
  readonly deliveries: readonly WebhookDelivery[];
  /** Deliveries whose names or users are unavailable now. */
  readonly later: readonly WebhookDelivery[];
}

/**
 * Builds the bodies of deliveries that were created without one, and stores them in place of the events: names, users and configs change,
 * but every attempt has to send the same body. Deliveries whose body could not be stored, because another process owns them or they were
 * changed or erased, are in neither list. Keeps the order.
 */
export async function buildBodies(database: Database, texts: BodyTexts, rows: readonly WebhookDelivery[]): Promise<Built> {
  const drafts = rows.filter((row): row is WebhookDelivery & { event: Buffer } => row.event !== null);
  if (drafts.length === 0) return { deliveries: rows, later: [] };
  const bodies = await texts.of(drafts);
  const built = drafts.flatMap((row) => {
    const body = bodies.get(row);
    return body === undefined ? [] : [{ ...row, body, event: null }];
  });
  const stored = built.length === 0 ? new Set() : await storeBodies(database, built);
  failpoint("webhook.after-bodies");
  const ready = new Map(built.filter(({ deliveryId }) => stored.has(deliveryId)).map((row) => [row.deliveryId, row]));
  return {
    deliveries: rows.flatMap((row) => (row.event === null ? [row] : (ready.get(row.deliveryId) ?? []))),
    later: drafts.filter((row) => !bodies.has(row)),
  };
}
