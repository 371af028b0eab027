import { isWebhookTrigger } from "@parley/contracts/workspace";
import type { Database } from "@parley/database";
import { failpoint } from "@parley/messaging";
import type { AttemptControls, Attempted } from "../../delivery/channel.ts";
import { delayAfter } from "../../delivery/retry-delay.ts";
import type { DeliveryConfigs } from "../config/delivery-configs.ts";
import { type DeliveryConfig, wants } from "../config/delivery-configs.ts";
import type { AttemptResult, WebhookSender } from "../sending/webhook-sender.ts";
import type { WebhookDelivery } from "./webhook-delivery.ts";
import { markEndpointGone } from "./webhook-endpoints.store.ts";
import { type AttemptRow, dropDeliveries, type Verdict, type WebhookOutcome } from "./webhook-outcomes.store.ts";
import type { EndpointId } from "./webhook-queue.store.ts";

interface AttemptContext {
  readonly database: Database;
  readonly configs: DeliveryConfigs;
  readonly webhookSender: WebhookSender;
  readonly retryDelaysMs: readonly number[];
  readonly onAttempt: (delivery: WebhookDelivery, result: AttemptResult) => void;
  /** Called with an endpoint that is gone: the deliveries waiting for it have to be held. */
  readonly onGone: (endpoint: EndpointId) => void;
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
  if (config === "none" || !mayGo(config, delivery)) {
    // The endpoint was switched off, moved or marked as gone after the event.
    if (!delivery.isUnchecked) return { outcome: concluded(delivery, "held") };
    await dropDeliveries(database, [delivery]);
    return undefined;
  }
  const address = config.addresses[delivery.target];
  controls.moveTo(address);
  const result = await webhookSender.attempt(delivery, config, controls.signal);
  onAttempt(delivery, result);
  if (result.errorClass === "gone") await markGone(context, delivery, config, controls);
  return { outcome: outcomeOf(context, delivery, result), ...wordOnEndpoint(result), address };
}

/** The outcome of a delivery; without an attempt when none was made. */
export function concluded(
  delivery: WebhookOutcome["leased"] & { createdAtMs: number },
  verdict: Verdict,
  attempt = noAttempt,
  delayMs = 0,
): WebhookOutcome {
  return { leased: delivery, createdAtMs: delivery.createdAtMs, verdict, delayMs, attempt };
}

/** What the result of one request shows about the endpoint; the refusal of one request shows nothing about the next. */
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
  return delayMs === undefined ? concluded(delivery, "failed", attempt) : concluded(delivery, "retry", attempt, delayMs);
}

async function markGone(
  { database, onGone }: AttemptContext,
  { apiKeyId, target }: WebhookDelivery,
  config: DeliveryConfig,
  { rest }: AttemptControls,
): Promise<void> {
  failpoint("webhook.before-gone-mark");
  await markEndpointGone(database, { apiKeyId, target, url: config.urls[target] });
  failpoint("webhook.after-gone-mark");
  // Claimed again, they find the endpoint gone.
  await rest();
  onGone({ apiKeyId, target });
}

// A delivery is sent although its trigger has been switched off since the event; only one that could not be checked then is checked now.
function mayGo(config: DeliveryConfig, { target, trigger, isUnchecked, goneUrl }: WebhookDelivery): boolean {
  const url = config.urls[target];
  if (isUnchecked && !(isWebhookTrigger(trigger) && wants(config, target, trigger))) return false;
  return config.isOn && url !== "" && url !== goneUrl;
}

function attemptRow(
  { attempts }: WebhookDelivery,
  { startedAtMs, durationMs, status, errorClass, error, responseExcerpt }: AttemptResult,
): AttemptRow {
  return { number: attempts + 1, startedAtMs, durationMs, status, errorClass: errorClass ?? "", error, responseExcerpt };
}
