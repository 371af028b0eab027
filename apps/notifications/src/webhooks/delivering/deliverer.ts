import type { Database } from "@parley/database";
import type { Host, Logger } from "@parley/runtime";
import type { BodyCompleter, Carrying } from "../bodies/body-completer.ts";
import type { DeliveryConfig } from "../delivery-config.ts";
import type { DeliveryConfigs } from "../delivery-configs.ts";
import type { AttemptResult } from "../sending/attempt-result.ts";
import type { Attempter, Sending } from "../sending/attempter.ts";
import type { WebhookConfigSettings } from "../settings.ts";
import { Claimer } from "./claimer.ts";
import { Courier, tellBreaker } from "./courier.ts";
import { Dispatcher } from "./dispatcher.ts";
import { Holdings } from "./holdings.ts";
import { Lanes } from "./lanes.ts";
import { WebhookMetrics } from "./webhook-metrics.ts";
import type { ClaimedRow, LaneId } from "./webhook-queue.store.ts";

interface DelivererOptions {
  readonly database: Database;
  readonly configs: DeliveryConfigs;
  readonly bodies: BodyCompleter;
  readonly attempter: Attempter;
  readonly settings: WebhookConfigSettings;
  readonly log: Logger;
  readonly metrics: Host["metrics"];
  /** Told of an endpoint that is gone: what waits for it is to be held. */
  readonly onGone: (lane: LaneId) => void;
}

const heldPerRequest = 4;
const laterMs = 1_000;

/**
 * Sends deliveries: claims them in batches, completes their bodies, sends those of each endpoint with bounds of its own, and writes what came
 * of them in batches. Leased work as in the messaging lib, with the same leases and fences, but not its worker: that one ends each piece of
 * work by a statement of its own, which costs several times what sending does, and knows API keys, not endpoints and documents.
 */
export class Deliverer {
  readonly #options: DelivererOptions;
  readonly #holdings: Holdings;
  readonly #dispatcher: Dispatcher;
  readonly #claimer: Claimer;
  #preparing: Promise<void> = Promise.resolve();

  constructor(options: DelivererOptions) {
    const { database, configs, attempter, settings, log, onGone } = options;
    const { webhookConcurrency: concurrency, webhookLeaseMs: leaseMs } = settings;
    this.#options = options;
    const lanes = new Lanes({
      concurrency: settings.webhookEndpointConcurrency,
      perSecond: settings.webhookEndpointRate,
      breakerFailures: settings.webhookBreakerFailures,
    });
    const holdings = new Holdings({ database, lanes, leaseMs, log });
    const courier = new Courier({
      ...{ database, configs, attempter, holdings, onGone },
      retryDelaysMs: settings.webhookRetryDelaysMs,
      onAttempt: ({ target }, { errorClass }) => metrics.attempts.inc({ target, outcome: errorClass ?? "delivered" }),
    });
    const dispatcher = new Dispatcher({ lanes, holdings, concurrency, send: (...delivery) => courier.deliver(...delivery) });
    const metrics = new WebhookMetrics(
      options.metrics,
      () => dispatcher.running,
      () => holdings.count,
    );
    this.#claimer = new Claimer({
      ...{ database, lanes, holdings, leaseMs, log },
      maxHeld: concurrency * heldPerRequest,
      // One batch behind the other: those of a document stay in order.
      onClaimed: (rows) => {
        this.#preparing = this.#preparing.then(() => this.#prepare(rows));
      },
      onTakenOver: (count) => metrics.takenOver.inc(count),
    });
    this.#holdings = holdings;
    this.#dispatcher = dispatcher;
  }

  start(): void {
    this.#claimer.start();
    this.#holdings.start();
  }

  /** There may be something to send. */
  wake(): void {
    this.#claimer.wake();
  }

  /** Makes one attempt that is no delivery: within the bounds of its endpoint, and with a say in them. Undefined when they do not let it through. */
  attemptBeside(sending: Sending, config: DeliveryConfig, signal: AbortSignal): Promise<AttemptResult | undefined> {
    return this.#dispatcher.sendBeside(sending, async (lane) => {
      const result = await this.#options.attempter.attempt(sending, config, signal);
      tellBreaker(lane, result);
      return result;
    });
  }

  /** Claims nothing more, lets what runs finish within a grace time, gives the rest back. */
  async stop(): Promise<void> {
    await this.#claimer.stop();
    await this.#preparing;
    await this.#dispatcher.stop();
    await this.#holdings.stop();
  }

  /** Sorts out what cannot be sent, completes the bodies of the others and has them sent. */
  async #prepare(rows: readonly ClaimedRow[]): Promise<void> {
    const holdings = this.#holdings;
    try {
      await holdings.drop(rows.filter(({ webhookId }) => webhookId === null));
      // Nothing is left to be sent: it was erased.
      for (const row of rows) if (row.webhookId !== null && row.body === null) holdings.conclude(row, "failed");
      const carrying = rows.filter(isCarrying);
      const { deliveries, later } = await this.#options.bodies.complete(carrying);
      await holdings.putBack(later, laterMs);
      this.#dispatcher.add(deliveries);
      const known = new Set([...deliveries, ...later].map(({ deliveryId }) => deliveryId));
      holdings.release(carrying.filter(({ deliveryId }) => !known.has(deliveryId)));
    } catch (error) {
      this.#options.log.warn({ err: error, rows: rows.length }, "Webhook deliveries could not be prepared and will be claimed again.");
      await holdings.putBack(rows, laterMs);
    }
  }
}

function isCarrying(row: ClaimedRow): row is Carrying {
  return row.webhookId !== null && row.body !== null;
}
