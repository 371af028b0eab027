import { randomUUID } from "node:crypto";
import { isWebhookTrigger } from "@parley/contracts/workspace";
import type { Database } from "@parley/database";
import { PacedLoop } from "@parley/messaging";
import type { Host, Logger } from "@parley/runtime";
import { markEndpointGone } from "../../store/webhook-endpoints.ts";
import { type AttemptRow, dropDeliveries, type Verdict } from "../../store/webhook-outcomes.ts";
import {
  type ClaimedRow,
  claimDeliveries,
  extendLeases,
  type LaneId,
  promoteDeliveries,
  promotedAtOnce,
  putBackDeliveries,
} from "../../store/webhook-queue.ts";
import type { BodyCompleter, Carrying } from "../bodies/body-completer.ts";
import { type DeliveryConfig, wants } from "../delivery-config.ts";
import type { DeliveryConfigs } from "../delivery-configs.ts";
import type { AttemptResult } from "../sending/attempt-result.ts";
import type { Attempter } from "../sending/attempter.ts";
import type { WebhookConfigSettings } from "../settings.ts";
import type { Delivery } from "./delivery.ts";
import type { Lane } from "./lane.ts";
import { Lanes } from "./lanes.ts";
import { OutcomeRecorder } from "./outcome-recorder.ts";
import { delayAfter } from "./schedule.ts";
import { WebhookMetrics } from "./webhook-metrics.ts";

interface DelivererOptions {
  readonly database: Database;
  readonly configs: DeliveryConfigs;
  readonly bodies: BodyCompleter;
  readonly attempter: Attempter;
  readonly settings: WebhookConfigSettings;
  readonly log: Logger;
  readonly metrics: Host["metrics"];
  /** Told of an endpoint that is gone or switched off: what waits for it is to be held. */
  readonly onHeld: (lane: LaneId) => void;
}

const promoteEveryMs = 1_000;
const firstRestMs = 4;
const longestRestMs = 1_000;
// Between two claims under load, so that each takes more than one delivery.
const claimPauseMs = 10;
const maxClaimed = 512;
const maxClaimedBytes = 16 * 1024 * 1024;
const heldPerRequest = 4;
const laterMs = 1_000;
const stopGraceMs = 10_000;
const noAttempt: AttemptRow = { number: 0, startedAtMs: 0, durationMs: 0, status: null, errorClass: "", error: "", responseExcerpt: "" };

/**
 * Sends deliveries: claims them in batches, completes their bodies, sends those of each endpoint with bounds of its own, and writes what came
 * of them in batches. Leased work as in the messaging lib, with the same leases and fences, but not its worker: that one ends each piece of
 * work by a statement of its own, which costs several times what sending does, and knows API keys, not endpoints and documents.
 */
export class Deliverer {
  readonly #options: DelivererOptions;
  readonly #owner = randomUUID();
  readonly #lanes: Lanes;
  readonly #recorder: OutcomeRecorder;
  readonly #metrics: WebhookMetrics;
  readonly #loop: PacedLoop;
  readonly #heartbeat: PacedLoop;
  readonly #held = new Map<number, ClaimedRow>();
  readonly #lost = new Set<number>();
  readonly #crowdedOut = new Set<Lane>();
  readonly #abort = new AbortController();
  #completing: Promise<void> = Promise.resolve();
  #running = 0;
  #after: LaneId | undefined;
  #promotedAtMs = Number.NEGATIVE_INFINITY;
  #restMs = firstRestMs;
  #stopping = false;
  #onEnded: (() => void) | undefined;

  constructor(options: DelivererOptions) {
    const { database, settings, log, metrics } = options;
    this.#options = options;
    this.#lanes = new Lanes({
      concurrency: settings.webhookEndpointConcurrency,
      perSecond: settings.webhookEndpointRate,
      breakerFailures: settings.webhookBreakerFailures,
    });
    this.#recorder = new OutcomeRecorder({ database, log, onRecorded: (outcomes) => this.#release(outcomes.map(({ held }) => held)) });
    this.#metrics = new WebhookMetrics(
      metrics,
      () => this.#running,
      () => this.#held.size,
    );
    this.#loop = new PacedLoop(log, "Claiming webhook deliveries", () => this.#round());
    this.#heartbeat = new PacedLoop(log, "Keeping leases of webhook deliveries", () => this.#keepLeases());
  }

  start(): void {
    this.#loop.start();
    this.#heartbeat.start();
  }

  /** There may be something to send. */
  wake(): void {
    this.#restMs = firstRestMs;
    this.#loop.wake();
  }

  /** Claims nothing more, lets what runs finish within the grace time, gives the rest back. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#loop.stop();
    await this.#completing;
    for (const lane of this.#lanes.all()) await this.#putBack(lane.empty(), 0);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onEnded = resolve;
    const timer = setTimeout(() => this.#abort.abort(), stopGraceMs);
    if (this.#running > 0) await promise;
    clearTimeout(timer);
    await this.#recorder.stop();
    await this.#heartbeat.stop();
  }

  async #round() {
    await this.#promote();
    const { settings, database } = this.#options;
    const free = settings.webhookConcurrency * heldPerRequest - this.#held.size;
    if (free <= 0) return { ms: claimPauseMs, wakes: false };
    const { claimed, last } = await claimDeliveries(database, {
      owner: this.#owner,
      leaseMs: settings.webhookLeaseMs,
      limit: Math.min(free, maxClaimed),
      maxBytes: maxClaimedBytes,
      ...this.#lanes.rooms(performance.now(), free),
      afterKey: this.#after?.apiKeyId ?? "",
      afterTarget: this.#after?.target ?? "",
    });
    const wrapped = this.#after !== undefined && last === undefined;
    this.#after = last;
    if (claimed.length > 0) this.#take(claimed);
    if (claimed.length > 0 || wrapped || last !== undefined) {
      this.#restMs = firstRestMs;
      return { ms: claimed.length >= maxClaimed / 2 ? 0 : claimPauseMs, wakes: false };
    }
    const ms = this.#restMs;
    this.#restMs = Math.min(longestRestMs, ms * 2);
    return { ms, wakes: ms > firstRestMs };
  }

  async #promote(): Promise<void> {
    if (performance.now() - this.#promotedAtMs < promoteEveryMs) return;
    const { rows, takenOver } = await promoteDeliveries(this.#options.database);
    if (takenOver > 0) this.#metrics.takenOver.inc(takenOver);
    // What is due beyond that waits for the next round, not for the next second.
    if (rows < promotedAtOnce) this.#promotedAtMs = performance.now();
  }

  #take(rows: readonly ClaimedRow[]): void {
    for (const row of rows) {
      this.#held.set(row.deliveryId, row);
      this.#lanes.of(row).held++;
    }
    // One batch behind the other: those of a document stay in order.
    this.#completing = this.#completing.then(() => this.#begin(rows));
  }

  async #begin(rows: readonly ClaimedRow[]): Promise<void> {
    try {
      const gone = rows.filter(({ webhookId }) => webhookId === null);
      if (gone.length > 0) await this.#drop(gone);
      for (const row of rows) if (row.webhookId !== null && row.body === null) this.#conclude(row, "failed", noAttempt);
      const { deliveries, later } = await this.#options.bodies.complete(rows.filter(isCarrying));
      await this.#putBack(later, laterMs);
      const begun = new Set<Lane>();
      for (const delivery of deliveries) {
        const lane = this.#lanes.of(delivery);
        lane.add(delivery);
        begun.add(lane);
      }
      const known = new Set([...deliveries, ...later].map(({ deliveryId }) => deliveryId));
      this.#release(rows.filter((row) => isCarrying(row) && !known.has(row.deliveryId)));
      for (const lane of begun) this.#pump(lane);
    } catch (error) {
      this.#options.log.warn({ err: error, rows: rows.length }, "Webhook deliveries could not be prepared and will be claimed again.");
      await this.#putBack(rows, laterMs);
    }
  }

  /** Sends what the bounds of the endpoint and of the process let through. Answers whether it was any. */
  #pump(lane: Lane): boolean {
    const max = this.#options.settings.webhookConcurrency;
    const nowMs = performance.now();
    let started = false;
    for (;;) {
      // An endpoint that is slow gets at most a quarter of what is free, so that something is always left for others.
      const free = max - this.#running;
      const next = free <= 0 ? undefined : lane.next(nowMs, Math.max(1, free >> 2));
      if (next === undefined) break;
      if (typeof next === "number") {
        this.#pumpLater(lane, next);
        break;
      }
      started = true;
      void this.#send(lane, next);
    }
    if (lane.breaker.limitAt(nowMs) === 0) void this.#rest(lane);
    if (lane.isCrowdedOut(nowMs)) this.#crowdedOut.add(lane);
    else this.#crowdedOut.delete(lane);
    return started;
  }

  /** Gives what has become free to the first endpoint that can use it. */
  #pumpCrowdedOut(): void {
    for (const lane of [...this.#crowdedOut]) {
      // To the end of the line, should it still want more.
      this.#crowdedOut.delete(lane);
      if (this.#pump(lane)) return;
    }
  }

  #pumpLater(lane: Lane, ms: number): void {
    if (lane.waitsForRate) return;
    lane.waitsForRate = true;
    setTimeout(() => {
      lane.waitsForRate = false;
      this.#pump(lane);
    }, Math.ceil(ms));
  }

  async #send(lane: Lane, delivery: Delivery): Promise<void> {
    this.#running++;
    try {
      await this.#attempt(lane, delivery);
    } catch {
      // The process stops, or the database is away: it was not sent, or it is sent once more.
      await this.#putBack([delivery], 0);
    } finally {
      this.#running--;
      lane.ended(delivery);
      if (this.#running === 0) this.#onEnded?.();
      this.#pump(lane);
      this.#pumpCrowdedOut();
    }
  }

  async #attempt(lane: Lane, delivery: Delivery): Promise<void> {
    if (this.#stopping || this.#lost.has(delivery.deliveryId)) return this.#putBack([delivery], 0);
    const config = await this.#options.configs.of(delivery.apiKeyId);
    if (config === "unknown") return this.#putBack([delivery], laterMs);
    if (config === "none" || !mayGo(config, delivery)) return this.#withhold(delivery);
    const result = await this.#options.attempter.attempt(delivery, config, this.#abort.signal);
    this.#metrics.attempts.inc({ target: delivery.target, outcome: result.errorClass ?? "delivered" });
    await this.#judge(lane, delivery, config, result);
  }

  async #judge(lane: Lane, delivery: Delivery, config: DeliveryConfig, result: AttemptResult): Promise<void> {
    const attempt = attemptRow(delivery, result);
    if (result.errorClass === undefined) {
      lane.breaker.succeeded();
      return this.#conclude(delivery, "delivered", attempt);
    }
    if (result.errorClass === "gone") {
      await markEndpointGone(this.#options.database, { ...idOf(delivery), url: config.urls[delivery.target] });
      this.#conclude(delivery, "held", attempt);
      await this.#rest(lane);
      return this.#options.onHeld(idOf(delivery));
    }
    if (tellsOfEndpoint(result) && lane.breaker.failed(performance.now())) await this.#rest(lane);
    if (result.status === 429 && result.retryAfterMs !== undefined) {
      lane.breaker.pauseUntil(performance.now() + Math.min(result.retryAfterMs, 60_000));
      await this.#rest(lane);
    }
    const delayMs = delayAfter(delivery.tries + 1, this.#options.settings.webhookRetryDelaysMs, result.retryAfterMs);
    this.#conclude(delivery, delayMs === undefined ? "failed" : "retry", attempt, delayMs);
  }

  /** The endpoint is left alone for a while: what has not begun may be done by another process. */
  #rest(lane: Lane): Promise<void> {
    return this.#putBack(lane.empty(), 0);
  }

  // It was switched off, moved away or marked as gone behind the event.
  async #withhold(delivery: Delivery): Promise<void> {
    if (delivery.isUnchecked) return this.#drop([delivery]);
    this.#conclude(delivery, "held", noAttempt);
  }

  #conclude(row: ClaimedRow, verdict: Verdict, attempt: AttemptRow, delayMs = 0): void {
    this.#recorder.add({ held: row, createdAtMs: row.createdAtMs, verdict, delayMs, attempt });
  }

  async #drop(rows: readonly ClaimedRow[]): Promise<void> {
    await dropDeliveries(this.#options.database, rows);
    this.#release(rows);
  }

  /** Lets others claim deliveries after some time; while the database is away their leases end, which comes to the same. */
  async #putBack(rows: readonly ClaimedRow[], delayMs: number): Promise<void> {
    if (rows.length === 0) return;
    try {
      await putBackDeliveries(
        this.#options.database,
        rows.map((row) => ({ ...row, delayMs })),
      );
    } catch (error) {
      this.#options.log.warn({ err: error, rows: rows.length }, "Webhook deliveries could not be given back; their leases end.");
    }
    this.#release(rows);
  }

  /** They are no longer this process's. */
  #release(rows: readonly { readonly deliveryId: number }[]): void {
    for (const { deliveryId } of rows) {
      const row = this.#held.get(deliveryId);
      if (row === undefined) continue;
      this.#held.delete(deliveryId);
      this.#lost.delete(deliveryId);
      this.#lanes.of(row).held--;
    }
  }

  async #keepLeases() {
    const { database, settings } = this.#options;
    const rows = [...this.#held.values()];
    if (rows.length > 0) {
      const held = await extendLeases(database, rows, settings.webhookLeaseMs);
      for (const { deliveryId } of rows) if (!held.has(deliveryId) && this.#held.has(deliveryId)) this.#lost.add(deliveryId);
    }
    return { ms: settings.webhookLeaseMs / 3, wakes: false };
  }
}

function isCarrying(row: ClaimedRow): row is Carrying {
  return row.webhookId !== null && row.body !== null;
}

function idOf({ apiKeyId, target }: Delivery): LaneId {
  return { apiKeyId, target };
}

// What is on its way goes out although its trigger was switched off behind the event; only one that nobody could check is checked now.
function mayGo(config: DeliveryConfig, { target, trigger, isUnchecked, goneUrl }: Delivery): boolean {
  const url = config.urls[target];
  if (isUnchecked && !(isWebhookTrigger(trigger) && wants(config, target, trigger))) return false;
  return config.isOn && url !== "" && url !== goneUrl;
}

function attemptRow(
  { attempts }: Delivery,
  { startedAtMs, durationMs, status, errorClass, error, responseExcerpt }: AttemptResult,
): AttemptRow {
  return { number: attempts + 1, startedAtMs, durationMs, status, errorClass: errorClass ?? "", error, responseExcerpt };
}

// A refusal of one request says nothing of the next.
function tellsOfEndpoint({ errorClass, status }: AttemptResult): boolean {
  return errorClass !== "configuration" && errorClass !== "redirect" && !(status !== null && status >= 400 && status < 500);
}
