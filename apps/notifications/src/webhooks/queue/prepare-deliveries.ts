import type { Database } from "@parley/database";
import type { Prepared, Wait } from "../../delivery/channel.ts";
import { readStoredEvent } from "../../triggers/trigger-event.ts";
import type { BodyTexts } from "../bodies/body-texts.ts";
import type { DeliveryConfigs } from "../config/delivery-configs.ts";
import { type DeliveryEndpoint, wants } from "../config/delivery-endpoint.ts";
import { isConfigured, unknownTargets } from "../config/target.ts";
import { concluded } from "./attempt-delivery.ts";
import { buildBodies } from "./build-bodies.ts";
import { endpointFor, type KnownConfig } from "./endpoint-for.ts";
import type { WebhookDelivery } from "./webhook-delivery.ts";
import { insertDeliveries, type NewDelivery } from "./webhook-new-deliveries.store.ts";
import { removeDeliveries, type WebhookOutcome } from "./webhook-outcomes.store.ts";
import type { ReadRow } from "./webhook-queue.store.ts";

const laterMs = 1_000;

interface PrepareContext {
  readonly database: Database;
  readonly configs: DeliveryConfigs;
  readonly texts: BodyTexts;
}

/** Removes deliveries that cannot be sent, resolves those whose endpoints were unknown, and builds the bodies of the others. */
export async function prepareDeliveries(
  { database, configs, texts }: PrepareContext,
  rows: readonly ReadRow[],
): Promise<Prepared<ReadRow, WebhookDelivery, WebhookOutcome>> {
  const keys = [...new Set(rows.map(({ apiKeyId }) => apiKeyId))];
  const known = new Map(await Promise.all(keys.map(async (apiKeyId) => [apiKeyId, await configs.of(apiKeyId)] as const)));
  const ready: WebhookDelivery[] = [];
  const waiting: Wait<ReadRow>[] = [];
  const outcomes: WebhookOutcome[] = [];
  const replaced = new Map<ReadRow, readonly DeliveryEndpoint[]>();
  for (const row of rows) {
    const { webhookId, body } = row;
    const config = known.get(row.apiKeyId) ?? "unknown";
    const decided = row.target === unknownTargets ? wantingOf(config, row) : endpointFor(config, row);
    if (webhookId === null || decided === "unwanted") replaced.set(row, []);
    else if (decided === "later") waiting.push({ row, delayMs: laterMs });
    else if (Array.isArray(decided)) replaced.set(row, decided);
    // The payload was erased, so nothing is left to send.
    else if (body === null) outcomes.push(concluded(row, "failed"));
    else if (decided === "held") outcomes.push(concluded(row, "held"));
    else ready.push({ ...row, webhookId, body, payload: decided.payload, perSecond: decided.perSecond });
  }
  await replace(database, replaced);
  const built = await buildBodies(database, texts, ready);
  return { ready: built.deliveries, waiting: [...waiting, ...built.later.map((row) => ({ row, delayMs: laterMs }))], outcomes };
}

/** The further endpoints that want the event of a delivery whose endpoints were unknown. */
function wantingOf(config: KnownConfig, { event }: ReadRow): DeliveryEndpoint[] | "later" {
  if (event === null || config === "none") return [];
  // An older configuration lacks the endpoints that were added since.
  if (config === "unknown" || config.isOutdated) return "later";
  const { message } = readStoredEvent(event);
  return [...config.endpoints.values()].filter((endpoint) => !isConfigured(endpoint.endpointId) && wants(endpoint, message));
}

/** Replaces each delivery by one for each of these endpoints that has none yet, with its number and event. */
async function replace(database: Database, replaced: ReadonlyMap<ReadRow, readonly DeliveryEndpoint[]>): Promise<void> {
  if (replaced.size === 0) return;
  await database.transaction(async (tx) => {
    const removed = await removeDeliveries(tx, [...replaced.keys()]);
    const stored = new Map(removed.map((delivery) => [delivery.deliveryId, delivery]));
    const created = [...replaced].flatMap(([row, endpoints], index) => {
      const original = stored.get(row.deliveryId);
      return original === undefined
        ? []
        : endpoints.map(({ endpointId }) => ({ ...deliveryTo(endpointId, row), ...original, event: index }));
    });
    await insertDeliveries(tx, created);
  });
}

function deliveryTo(target: string, { webhookId, event, ...row }: ReadRow): Omit<NewDelivery, "event" | "subjects" | "eventTimeMs"> {
  return {
    ...row,
    target,
    webhookId: `${webhookId?.slice(0, -unknownTargets.length)}${target}`,
    payload: event ?? "",
    isUnchecked: false,
  };
}
