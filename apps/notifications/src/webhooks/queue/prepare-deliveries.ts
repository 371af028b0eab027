import type { Database } from "@parley/database";
import type { Prepared, Wait } from "../../delivery/channel.ts";
import { readStoredEvent } from "../../triggers/trigger-event.ts";
import type { BodyTexts } from "../bodies/body-texts.ts";
import type { DeliveryConfig, DeliveryConfigs } from "../config/delivery-configs.ts";
import { type DeliveryEndpoint, wants } from "../config/delivery-endpoint.ts";
import { isConfigured, unknownTargets } from "../config/target.ts";
import { concluded } from "./attempt-delivery.ts";
import { buildBodies } from "./build-bodies.ts";
import type { WebhookDelivery } from "./webhook-delivery.ts";
import { dropDeliveries, type WebhookOutcome } from "./webhook-outcomes.store.ts";
import type { ReadRow } from "./webhook-queue.store.ts";
import { type SpreadDelivery, spreadDeliveries } from "./webhook-spread.store.ts";

const laterMs = 1_000;

interface PrepareContext {
  readonly database: Database;
  readonly configs: DeliveryConfigs;
  readonly texts: BodyTexts;
}

type PreparedDeliveries = Prepared<ReadRow, WebhookDelivery, WebhookOutcome>;

/** Removes deliveries that cannot be sent, resolves those whose endpoints were unknown, and builds the bodies of the others. */
export async function prepareDeliveries(context: PrepareContext, rows: readonly ReadRow[]): Promise<PreparedDeliveries> {
  const { database, texts } = context;
  const isUndecided = ({ target }: ReadRow) => target === unknownTargets;
  const removed = rows.filter((row) => row.webhookId === null || (isUndecided(row) && row.event === null));
  if (removed.length > 0) await dropDeliveries(database, removed);
  const configs = await configsOf(context, rows);
  const waiting = await decide(
    database,
    rows.filter((row) => isUndecided(row) && row.event !== null),
    configs,
  );
  const known = rows.filter((row) => row.webhookId !== null && !isUndecided(row));
  // The payload was erased, so nothing is left to send.
  const erased = known.filter(({ body }) => body === null);
  const addressed = addressedTo(known.filter(isCarrying), configs);
  const built = await buildBodies(database, texts, addressed.ready);
  return {
    ready: built.deliveries,
    waiting: [...waiting, ...addressed.waiting, ...built.later.map(later)],
    outcomes: [...erased.map((row) => concluded(row, "failed")), ...addressed.outcomes],
  };
}

type Configs = ReadonlyMap<string, DeliveryConfig | "none" | "unknown">;
type Carrying = ReadRow & { readonly webhookId: string; readonly body: string };

const later = <Row>(row: Row): Wait<Row> => ({ row, delayMs: laterMs });

/**
 * The configurations of API keys that have deliveries to endpoints other than `raw` and `processed`. Deliveries to those two need no
 * configuration.
 */
async function configsOf({ configs }: PrepareContext, rows: readonly ReadRow[]): Promise<Configs> {
  const keys = new Set(rows.filter(({ target }) => !isConfigured(target)).map(({ apiKeyId }) => apiKeyId));
  return new Map(await Promise.all([...keys].map(async (apiKeyId) => [apiKeyId, await configs.of(apiKeyId)] as const)));
}

/**
 * Replaces each delivery with unknown endpoints by one for each endpoint that wants the event. Returns those whose endpoints are still
 * unknown.
 */
async function decide(database: Database, rows: readonly ReadRow[], configs: Configs): Promise<Wait<ReadRow>[]> {
  const isUnknown = ({ apiKeyId }: ReadRow) => configs.get(apiKeyId) === "unknown";
  const decided = rows.filter((row) => !isUnknown(row));
  if (decided.length > 0) {
    await spreadDeliveries(
      database,
      decided,
      decided.flatMap((row) => spreadOf(row, configs.get(row.apiKeyId))),
    );
  }
  return rows.filter(isUnknown).map(later);
}

function spreadOf({ apiKeyId, createdAtMs, deliveryId, webhookId, event }: ReadRow, config: ReturnType<Configs["get"]>): SpreadDelivery[] {
  if (config === undefined || typeof config === "string" || event === null || webhookId === null) return [];
  const { message } = readStoredEvent(event);
  const wanting = [...config.endpoints.values()].filter(({ endpointId }) => !isConfigured(endpointId));
  return wanting
    .filter((endpoint) => wants(endpoint, message))
    .map(({ endpointId, url }) => ({
      apiKeyId,
      createdAtMs,
      deliveryId,
      target: endpointId,
      webhookId: `${webhookId.slice(0, -unknownTargets.length)}${endpointId}`,
      url,
    }));
}

/** Sets the form and rate of each delivery from its endpoint. A delivery to a deleted or disabled endpoint is held. */
function addressedTo(rows: readonly Carrying[], configs: Configs): PreparedDeliveries {
  const [ready, waiting, outcomes] = [[] as WebhookDelivery[], [] as Wait<ReadRow>[], [] as WebhookOutcome[]];
  for (const row of rows) {
    const endpoint = isConfigured(row.target) ? ofConfiguration(row.target) : endpointIn(configs.get(row.apiKeyId), row.target);
    if (endpoint === "unknown") waiting.push(later(row));
    else if (endpoint === undefined) outcomes.push(concluded(row, "held"));
    else ready.push({ ...row, payload: endpoint.payload, perSecond: endpoint.perSecond });
  }
  return { ready, waiting, outcomes };
}

type Addressed = Pick<DeliveryEndpoint, "payload" | "perSecond">;

function ofConfiguration(target: "raw" | "processed"): Addressed {
  return { payload: target, perSecond: undefined };
}

function endpointIn(config: ReturnType<Configs["get"]>, target: string): Addressed | "unknown" | undefined {
  if (config === undefined || config === "unknown") return "unknown";
  if (config === "none") return undefined;
  // An endpoint that was added since then is not in an older configuration.
  return config.endpoints.get(target) ?? (config.isOutdated ? "unknown" : undefined);
}

function isCarrying(row: ReadRow): row is Carrying {
  return row.webhookId !== null && row.body !== null;
}
