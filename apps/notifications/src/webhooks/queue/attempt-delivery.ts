import type { Database } from "@parley/database";
import { failpoint } from "@parley/messaging";
import type { AttemptControls, Attempted } from "../../delivery/channel.ts";
import { delayAfter } from "../../delivery/retry-delay.ts";
import type { DeliveryConfig, DeliveryConfigs } from "../config/delivery-configs.ts";
import { type DeliveryEndpoint, wants } from "../config/delivery-endpoint.ts";
import type { AttemptResult, WebhookSender } from "../sending/webhook-sender.ts";
import { insertEndpointEvents } from "./endpoint-events.store.ts";
import { endpointEventsOf, isEndpointEvent } from "./endpoint-events.ts";
import type { EndpointId, WebhookDelivery } from "./webhook-delivery.ts";
import { markEndpointGone } from "./webhook-endpoints.store.ts";
import { type AttemptRow, dropDeliveries, type Verdict, type WebhookOutcome } from "./webhook-outcomes.store.ts";

interface AttemptContext {
  readonly database: Database;
  readonly configs: DeliveryConfigs;
  readonly webhookSender: WebhookSender;
  readonly retryDelaysMs: readonly number[];
  readonly onAttempt: (delivery: WebhookDelivery, result: AttemptResult) => void;
  /** Called with an endpoint that is gone: its waiting deliveries must be held. */
  readonly onGone: (endpoint: EndpointId) => void;
  /** Called when there are events about endpoints to send. */
  readonly onEvents: () => void;
}

const unknownConfigDelayMs = 1_000;
const longestAskedPauseMs = 60_000;

/** A placeholder for an attempt that was not made. */
const noAttempt: AttemptRow = {
  number: 0,
  startedAtMs: 0,
  durationMs: 0,
  status: null,
  errorClass: "",
  error: "",
  responseExcerpt: "",
};

/** Attempts one delivery and evaluates the result. */
export async function attemptDelivery(
  context: AttemptContext,
  delivery: WebhookDelivery,
  controls: AttemptControls,
): Promise<Attempted<WebhookOutcome>> {
  const { database, configs, webhookSender, onAttempt } = context;
  const config = await configs.of(delivery.apiKeyId);
  if (config === "unknown") return { delayMs: unknownConfigDelayMs };
  const endpoint = config === "none" ? undefined : config.endpoints.get(delivery.target);
  if (config === "none" || endpoint === undefined || !mayGo(endpoint, delivery)) {
    // An endpoint that was added or moved since then is not in an older configuration.
    if (config !== "none" && config.isOutdated) return { delayMs: unknownConfigDelayMs };
    // The endpoint was switched off, deleted, moved or marked as gone after the event.
    if (!delivery.isUnchecked) return { outcome: concluded(delivery, "held") };
    await dropDeliveries(database, [delivery]);
    return undefined;
  }
  const { address } = endpoint;
  controls.moveTo(address);
  const result = await webhookSender.attempt(delivery, { endpoint, form: config }, controls.signal);
  onAttempt(delivery, result);
  if (result.errorClass === "gone") await markGone(context, delivery, { config, endpoint, result }, controls);
  return { outcome: outcomeOf(context, delivery, result), ...wordOnEndpoint(result), address };
}

/** The outcome of a delivery; without an attempt if none was made. */
export function concluded(
  delivery: WebhookOutcome["held"] & { createdAtMs: number },
  verdict: Verdict,
  attempt = noAttempt,
  delayMs = 0,
): WebhookOutcome {
  return { held: delivery, createdAtMs: delivery.createdAtMs, verdict, delayMs, attempt };
}

/** The finding of a request about its endpoint; a refusal of one request says nothing about the next. */
export function wordOnEndpoint({ errorClass, status, retryAfterMs }: AttemptResult) {
  const pauseMs = status === 429 && retryAfterMs !== undefined ? Math.min(retryAfterMs, longestAskedPauseMs) : undefined;
  if (errorClass === undefined) return { destination: "works", pauseMs } as const;
  const isOfOne = errorClass === "configuration" || errorClass === "redirect" || (status !== null && status >= 400 && status < 500);
  return { destination: isOfOne ? undefined : "fails", pauseMs } as const;
}

function outcomeOf({ retryDelaysMs }: AttemptContext, delivery: WebhookDelivery, result: AttemptResult): WebhookOutcome {
  const attempt = attemptRow(delivery, result);
  if (result.errorClass === undefined) return concluded(delivery, "delivered", attempt);
  if (result.errorClass === "gone") return concluded(delivery, "held", attempt);
  const delayMs = delayAfter(delivery.tries + 1, retryDelaysMs, result.retryAfterMs);
  if (delayMs !== undefined) return concluded(delivery, "retry", attempt, delayMs);
  const failed = concluded(delivery, "failed", attempt);
  if (isEndpointEvent(delivery.trigger)) return failed;
  const { number, status, errorClass } = attempt;
  return { ...failed, exhausted: { ...delivery, attempts: number, lastRequest: { status, errorClass } } };
}

interface GoneEndpoint {
  readonly config: DeliveryConfig;
  readonly endpoint: DeliveryEndpoint;
  readonly result: AttemptResult;
}

async function markGone(
  { database, onGone, onEvents }: AttemptContext,
  { apiKeyId, target }: WebhookDelivery,
  { config, endpoint, result }: GoneEndpoint,
  { rest }: AttemptControls,
): Promise<void> {
  failpoint("webhook.before-gone-mark");
  const events = endpointEventsOf(config, "endpoint.gone", { apiKeyId, endpointId: target }, { status: result.status, errorClass: "gone" });
  await database.transaction(async (tx) => {
    const isNew = await markEndpointGone(tx, { apiKeyId, target, url: endpoint.url });
    if (isNew) await insertEndpointEvents(tx, events);
  });
  failpoint("webhook.after-gone-mark");
  if (events.length > 0) onEvents();
  // The waiting deliveries are given back. When they are read again, the endpoint is known to be gone.
  rest();
  onGone({ apiKeyId, target });
}

// A delivery is sent even if its trigger has been switched off since the event; only one that could not be checked then is checked now.
function mayGo(endpoint: DeliveryEndpoint, delivery: WebhookDelivery): boolean {
  // Unchecked deliveries go only to the two configured URLs, which have no channels.
  if (delivery.isUnchecked && !wants(endpoint, { ...delivery, channels: [] })) return false;
  return endpoint.isOn && endpoint.url !== delivery.goneUrl;
}

function attemptRow(
  { attempts }: WebhookDelivery,
  { startedAtMs, durationMs, status, errorClass, error, responseExcerpt }: AttemptResult,
): AttemptRow {
  return { number: attempts + 1, startedAtMs, durationMs, status, errorClass: errorClass ?? "", error, responseExcerpt };
}
