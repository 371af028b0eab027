import type { Delivery } from "./delivery.ts";
import type { Holdings } from "./holdings.ts";
import type { Lane } from "./lane.ts";
import type { Lanes } from "./lanes.ts";
import type { LaneId } from "./webhook-queue.store.ts";

interface DispatcherOptions {
  readonly lanes: Lanes;
  readonly holdings: Holdings;
  /** Most requests at a time, to all endpoints. */
  readonly concurrency: number;
  /** Sends a delivery and concludes it; may fail when it was not sent or nobody will know. */
  readonly send: (lane: Lane, delivery: Delivery, signal: AbortSignal) => Promise<void>;
}

const stopGraceMs = 10_000;

/** Begins to send what the bounds of the endpoints and of the process let through, as soon as they do. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #crowdedOut = new Set<Lane>();
  readonly #abort = new AbortController();
  #running = 0;
  #isStopping = false;
  #onIdle: (() => void) | undefined;

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  /** Requests that are open. */
  get running(): number {
    return this.#running;
  }

  add(deliveries: readonly Delivery[]): void {
    const lanes = new Set<Lane>();
    for (const delivery of deliveries) {
      const lane = this.#options.lanes.of(delivery);
      lane.add(delivery);
      lanes.add(lane);
    }
    for (const lane of lanes) this.#pump(lane);
  }

  /** Sends something that is no delivery within the bounds of its endpoint; undefined when they do not let it through now. */
  async sendBeside<Result>(endpoint: LaneId, send: (lane: Lane) => Promise<Result>): Promise<Result | undefined> {
    const lane = this.#options.lanes.of(endpoint);
    const end = lane.admit(performance.now());
    if (end === undefined) return undefined;
    try {
      return await send(lane);
    } finally {
      end();
      this.#pump(lane);
    }
  }

  /** The endpoint is left alone for a while: what has not begun may be done by another process. */
  rest(lane: Lane): Promise<void> {
    return this.#options.holdings.putBack(lane.empty(), 0);
  }

  /** Begins nothing more, gives back what has not begun, and lets what runs finish within the grace time. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const lane of this.#options.lanes.all()) await this.rest(lane);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onIdle = resolve;
    const timer = setTimeout(() => this.#abort.abort(), stopGraceMs);
    if (this.#running > 0) await promise;
    clearTimeout(timer);
  }

  /** Answers whether anything began. */
  #pump(lane: Lane): boolean {
    if (this.#isStopping) return false;
    const nowMs = performance.now();
    let began = false;
    for (;;) {
      // An endpoint that is slow gets at most a quarter of what is free, so that something is always left for others.
      const free = this.#options.concurrency - this.#running;
      const next = free <= 0 ? undefined : lane.next(nowMs, Math.max(1, free >> 2));
      if (next === undefined) break;
      if (typeof next === "number") {
        this.#pumpLater(lane, next);
        break;
      }
      began = true;
      void this.#send(lane, next);
    }
    if (lane.breaker.limitAt(nowMs) === 0) void this.rest(lane);
    if (lane.isCrowdedOut(nowMs)) this.#crowdedOut.add(lane);
    else this.#crowdedOut.delete(lane);
    return began;
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
      await this.#options.send(lane, delivery, this.#abort.signal);
    } catch {
      // The process stops, or the database is away: it was not sent, or it is sent once more.
      await this.#options.holdings.putBack([delivery], 0);
    } finally {
      this.#running--;
      lane.ended(delivery);
      if (this.#running === 0) this.#onIdle?.();
      this.#pump(lane);
      this.#pumpCrowdedOut();
    }
  }
}
