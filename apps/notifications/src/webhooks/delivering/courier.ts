import { isWebhookTrigger } from "@parley/contracts/workspace";
import type { Database } from "@parley/database";
import { failpoint } from "@parley/messaging";
import { type DeliveryConfig, wants } from "../delivery-config.ts";
import type { DeliveryConfigs } from "../delivery-configs.ts";
import type { AttemptResult } from "../sending/attempt-result.ts";
import type { Attempter } from "../sending/attempter.ts";
import type { Delivery } from "./delivery.ts";
import type { Holdings } from "./holdings.ts";
import type { Lane } from "./lane.ts";
import { delayAfter } from "./schedule.ts";
import { markEndpointGone } from "./webhook-endpoints.store.ts";
import type { AttemptRow } from "./webhook-outcomes.store.ts";
import type { LaneId } from "./webhook-queue.store.ts";

interface CourierOptions {
  readonly database: Database;
  readonly configs: DeliveryConfigs;
  readonly attempter: Attempter;
  readonly holdings: Holdings;
  readonly retryDelaysMs: readonly number[];
  readonly onAttempt: (delivery: Delivery, result: AttemptResult) => void;
  /** Told of an endpoint that is gone: what waits for it is to be held. */
  readonly onGone: (lane: LaneId) => void;
}

const unknownConfigDelayMs = 1_000;
const longestAskedPauseMs = 60_000;

/** Attempts one delivery and judges what came of it: for the delivery, and for what the endpoint is sent next. */
export class Courier {
  readonly #options: CourierOptions;

  constructor(options: CourierOptions) {
    this.#options = options;
  }

  async deliver(lane: Lane, delivery: Delivery, signal: AbortSignal): Promise<void> {
    const { configs, attempter, holdings, onAttempt } = this.#options;
    if (holdings.isLost(delivery)) return holdings.putBack([delivery], 0);
    const config = await configs.of(delivery.apiKeyId);
    if (config === "unknown") return holdings.putBack([delivery], unknownConfigDelayMs);
    if (config === "none" || !mayGo(config, delivery)) return this.#withhold(delivery);
    const result = await attempter.attempt(delivery, config, signal);
    onAttempt(delivery, result);
    if (result.errorClass === "gone") return this.#markGone(lane, delivery, config, result);
    tellBreaker(lane, result);
    this.#judge(delivery, result);
  }

  #judge(delivery: Delivery, result: AttemptResult): void {
    const { holdings, retryDelaysMs } = this.#options;
    const attempt = attemptRow(delivery, result);
    const delayMs = delayAfter(delivery.tries + 1, retryDelaysMs, result.retryAfterMs);
    if (result.errorClass === undefined) holdings.conclude(delivery, "delivered", attempt);
    else if (delayMs === undefined) holdings.conclude(delivery, "failed", attempt);
    else holdings.conclude(delivery, "retry", attempt, delayMs);
  }

  async #markGone(lane: Lane, delivery: Delivery, config: DeliveryConfig, result: AttemptResult): Promise<void> {
    const { database, holdings, onGone } = this.#options;
    const { apiKeyId, target } = delivery;
    failpoint("webhook.before-gone-mark");
    await markEndpointGone(database, { apiKeyId, target, url: config.urls[target] });
    failpoint("webhook.after-gone-mark");
    holdings.conclude(delivery, "held", attemptRow(delivery, result));
    // Claimed anew they show that the endpoint is gone.
    await holdings.putBack(lane.empty(), 0);
    onGone({ apiKeyId, target });
  }

  // It was switched off, moved away or marked as gone behind the event.
  async #withhold(delivery: Delivery): Promise<void> {
    if (delivery.isUnchecked) return this.#options.holdings.drop([delivery]);
    this.#options.holdings.conclude(delivery, "held");
  }
}

// What is on its way goes out although its trigger was switched off behind the event; only one that nobody could check is checked now.
function mayGo(config: DeliveryConfig, { target, trigger, isUnchecked, goneUrl }: Delivery): boolean {
  const url = config.urls[target];
  if (isUnchecked && !(isWebhookTrigger(trigger) && wants(config, target, trigger))) return false;
  return config.isOn && url !== "" && url !== goneUrl;
}

/** What came of a request is what decides on the next ones to its endpoint. */
export function tellBreaker({ breaker }: Lane, result: AttemptResult): void {
  const nowMs = performance.now();
  if (result.errorClass === undefined) breaker.succeeded();
  else if (tellsOfEndpoint(result)) breaker.failed(nowMs);
  if (result.status === 429 && result.retryAfterMs !== undefined)
    breaker.pauseUntil(nowMs + Math.min(result.retryAfterMs, longestAskedPauseMs));
}

// A refusal of one request says nothing of the next.
function tellsOfEndpoint({ errorClass, status }: AttemptResult): boolean {
  return errorClass !== "configuration" && errorClass !== "redirect" && !(status !== null && status >= 400 && status < 500);
}

function attemptRow(
  { attempts }: Delivery,
  { startedAtMs, durationMs, status, errorClass, error, responseExcerpt }: AttemptResult,
): AttemptRow {
  return { number: attempts + 1, startedAtMs, durationMs, status, errorClass: errorClass ?? "", error, responseExcerpt };
}
