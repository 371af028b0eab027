import type { AttemptControls, Attempted } from "../../delivery/channel.ts";
import { delayAfter } from "../../delivery/retry-delay.ts";
import type { DeliveryEndpoint } from "../config/delivery-endpoint.ts";
import type { AttemptResult } from "../sending/webhook-sender.ts";
import { isEndpointEvent } from "./endpoint-events.ts";
import { endpointFor } from "./endpoint-for.ts";
import { markGone } from "./mark-endpoint.ts";
import { type AttemptRow, removeDeliveries, type Verdict, type WebhookOutcome } from "./webhook-outcomes.store.ts";
import type { ReadRow } from "./webhook-queue.store.ts";
import type { WebhookDelivery, WebhookQueueContext } from "./webhook-queue-context.ts";

interface AttemptContext extends WebhookQueueContext {
  readonly onAttempt: (delivery: WebhookDelivery, result: AttemptResult) => void;
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
  const destination = endpointFor(await configs.of(delivery.apiKeyId), delivery);
  if (destination === "unwanted") {
    await removeDeliveries(database, [delivery]);
    return undefined;
  }
  if (destination === "held") return { outcome: concluded(delivery, "held") };
  if (destination === "later") return { delayMs: unknownConfigDelayMs };
  const { endpoint } = destination;
  const { address } = endpoint;
  controls.moveTo(address);
  const result = await webhookSender.attempt(delivery, destination, controls.signal);
  onAttempt(delivery, result);
  if (result.errorClass === "gone") {
    await markGone(context, { apiKeyId: delivery.apiKeyId, ...endpoint }, { status: result.status, errorClass: "gone" });
    // The waiting deliveries are given back. When they are read again, the endpoint is known to be gone.
    controls.returnWaiting();
  }
  return { outcome: outcomeOf(context, delivery, endpoint, result), ...endpointHealth(result), address };
}

/** The outcome of a delivery; without an attempt if none was made. */
export function concluded(claimed: ReadRow, verdict: Verdict, attempt = noAttempt, delayMs = 0): WebhookOutcome {
  return { claimed, verdict, delayMs, attempt };
}

/** The finding of a request about its endpoint; a refusal of one request says nothing about the next. */
export function endpointHealth({ errorClass, status, retryAfterMs }: AttemptResult) {
  const pauseMs = status === 429 && retryAfterMs !== undefined ? Math.min(retryAfterMs, longestAskedPauseMs) : undefined;
  if (errorClass === undefined) return { destination: "works", pauseMs } as const;
  const isOfOne = errorClass === "configuration" || errorClass === "redirect" || (status !== null && status >= 400 && status < 500);
  return { destination: isOfOne ? undefined : "fails", pauseMs } as const;
}

function outcomeOf(
  { settings }: WebhookQueueContext,
  delivery: WebhookDelivery,
  { uid }: DeliveryEndpoint,
  result: AttemptResult,
): WebhookOutcome {
  const { startedAtMs, durationMs, status, errorClass = "", error, responseExcerpt } = result;
  const attempt = { number: delivery.attempts + 1, startedAtMs, durationMs, status, errorClass, error, responseExcerpt };
  if (errorClass === "") return concluded(delivery, "delivered", attempt);
  if (errorClass === "gone") return concluded(delivery, "held", attempt);
  const delayMs = delayAfter(delivery.tries + 1, settings.webhookRetryDelaysMs, result.retryAfterMs);
  if (delayMs !== undefined) return concluded(delivery, "retry", attempt, delayMs);
  const failed = concluded(delivery, "failed", attempt);
  if (isEndpointEvent(delivery.trigger)) return failed;
  return { ...failed, exhausted: { ...delivery, uid, attempts: attempt.number, lastRequest: { status, errorClass } } };
}
