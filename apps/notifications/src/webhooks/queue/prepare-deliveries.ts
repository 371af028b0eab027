import type { Prepared } from "../../delivery/channel.ts";
import type { Wait } from "../../delivery/claimed.ts";
import { readStoredEvent } from "../../triggers/trigger-event.ts";
import type { KnownConfig } from "../config/delivery-configs.ts";
import type { FilteredEvent } from "../config/delivery-endpoint.ts";
import { wantingIn } from "../config/recipients.ts";
import { isConfigured, unknownTargets } from "../config/target.ts";
import { concluded } from "./attempt-delivery.ts";
import { buildBodies } from "./build-bodies.ts";
import { endpointEventBody, filteredEndpointEvent } from "./endpoint-events.ts";
import { endpointFor } from "./endpoint-for.ts";
import { insertDeliveries, type NewDelivery } from "./webhook-new-deliveries.store.ts";
import { removeDeliveries, type WebhookOutcome } from "./webhook-outcomes.store.ts";
import type { ReadRow } from "./webhook-queue.store.ts";
import type { WebhookDelivery, WebhookQueueContext } from "./webhook-queue-context.ts";

const laterMs = 1_000;

/** Removes deliveries that cannot be sent, resolves those whose endpoints were unknown, and builds the bodies of the others. */
export async function prepareDeliveries(
  context: WebhookQueueContext,
  rows: readonly ReadRow[],
): Promise<Prepared<ReadRow, WebhookDelivery, WebhookOutcome>> {
  const { database, configs, texts } = context;
  const keys = [...new Set(rows.map(({ apiKeyId }) => apiKeyId))];
  const known = new Map(await Promise.all(keys.map(async (apiKeyId) => [apiKeyId, await configs.of(apiKeyId)] as const)));
  const ready: WebhookDelivery[] = [];
  const waiting: Wait<ReadRow>[] = [];
  const outcomes: WebhookOutcome[] = [];
  const replaced = new Map<ReadRow, readonly string[]>();
  for (const row of rows) {
    const { webhookId, body } = row;
    const config = known.get(row.apiKeyId) ?? ({ state: "unknown" } as const);
    const decided = row.target === unknownTargets ? targetsOf(config, row) : endpointFor(config, row);
    if (webhookId === null || decided === "unwanted") replaced.set(row, []);
    else if (decided === "later") waiting.push({ row, delayMs: laterMs });
    else if (Array.isArray(decided)) replaced.set(row, decided);
    // The payload was erased, so nothing is left to send.
    else if (body === null) outcomes.push(concluded(row, "failed"));
    else if (decided === "held") outcomes.push(concluded(row, "held"));
    else ready.push({ ...row, webhookId, body, payload: decided.endpoint.payload, perSecond: decided.endpoint.perSecond });
  }
  await replace(context, replaced);
  const built = await buildBodies(database, texts, ready);
  return { ready: built.deliveries, waiting: [...waiting, ...built.later.map((row) => ({ row, delayMs: laterMs }))], outcomes };
}

/** The further endpoints that want the event of a delivery whose endpoints were unknown. */
function targetsOf(known: KnownConfig, row: ReadRow): string[] | "later" {
  const event = filteredEvent(row);
  if (event === undefined || known.state === "none") return [];
  if (known.state !== "current") return "later";
  return wantingIn(known.config, event).flatMap(({ target }) => (isConfigured(target) ? [] : [target]));
}

/** The fields that filters use of a delivery's event; undefined if it was erased. */
function filteredEvent({ event, body, ...row }: ReadRow): FilteredEvent | undefined {
  if (event !== null) return readStoredEvent(event).message;
  return body === null ? undefined : filteredEndpointEvent(row, body);
}

/** Replaces each delivery by one for each of these targets that has none yet, with its number and event. */
async function replace({ database, onDeliveries }: WebhookQueueContext, replaced: ReadonlyMap<ReadRow, readonly string[]>): Promise<void> {
  if (replaced.size === 0) return;
  await database.transaction(async (tx) => {
    const removed = await removeDeliveries(tx, [...replaced.keys()]);
    const stored = new Map(removed.map((delivery) => [delivery.deliveryId, delivery]));
    const created = [...replaced].flatMap(([row, targets], index) => {
      const original = stored.get(row.deliveryId);
      return original === undefined ? [] : targets.map((target) => ({ ...deliveryTo(target, row), ...original, event: index }));
    });
    await insertDeliveries(tx, created, onDeliveries);
  });
}

function deliveryTo(target: string, row: ReadRow): Omit<NewDelivery, "event" | "subjects" | "eventTimeMs"> {
  const webhookId = `${row.webhookId?.slice(0, -unknownTargets.length)}${target}`;
  return { ...row, target, webhookId, payload: row.event ?? endpointEventBody(row.body ?? "", webhookId), isUnchecked: false };
}
