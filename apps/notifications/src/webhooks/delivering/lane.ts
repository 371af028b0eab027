import { Breaker } from "./breaker.ts";
import type { Delivery } from "./delivery.ts";
import { TokenBucket } from "./token-bucket.ts";

interface LaneOptions {
  readonly apiKeyId: string;
  readonly target: Delivery["target"];
  readonly concurrency: number;
  readonly perSecond: number;
  readonly breakerFailures: number;
}

const largestFactor = 8;
const slowMs = 1_000;

/** What this process holds for one endpoint, and when the next of it may be sent: those of a document one after the other. */
export class Lane {
  readonly apiKeyId: string;
  readonly target: Delivery["target"];
  readonly breaker: Breaker;
  readonly #concurrency: number;
  readonly #rate: TokenBucket;
  // Documents whose delivery runs or is about to, with those that wait behind it.
  readonly #documents = new Map<string, Delivery[]>();
  #startable: Delivery[] = [];
  #running = 0;
  // How many are held: more for one that gets through them quickly, few for one that is slow, whose deliveries other processes may as well do.
  #window: number;
  #endedSinceLook = 0;
  #movedAtMs = performance.now();
  /** Deliveries that are claimed and of which it is not yet written what became of them. */
  held = 0;
  /** Set while a timer waits for the rate. */
  waitsForRate = false;

  constructor({ apiKeyId, target, concurrency, perSecond, breakerFailures }: LaneOptions) {
    this.apiKeyId = apiKeyId;
    this.target = target;
    this.breaker = new Breaker(breakerFailures);
    this.#concurrency = concurrency;
    this.#window = firstWindow(concurrency);
    this.#rate = new TokenBucket(perSecond, performance.now());
  }

  get isIdle(): boolean {
    return this.held === 0 && this.#running === 0 && this.breaker.isQuiet && !this.waitsForRate;
  }

  /** Whether something could begin but for the bounds of the process. */
  isCrowdedOut(nowMs: number): boolean {
    return this.#startable.length > 0 && this.#running < Math.min(this.#concurrency, this.breaker.limitAt(nowMs));
  }

  /** How many more deliveries are wanted, when there is room for so many. To be asked before each claim. */
  room(nowMs: number, share: number): number {
    this.#adapt(nowMs);
    const limit = Math.min(this.#window, share, this.breaker.limitAt(nowMs));
    const room = Math.max(0, limit - this.held);
    // Not for each that has ended: a claim is a statement.
    return room < limit / 4 ? 0 : room;
  }

  add(delivery: Delivery): void {
    const waiting = this.#documents.get(delivery.documentKey);
    if (waiting !== undefined) {
      waiting.push(delivery);
      return;
    }
    this.#documents.set(delivery.documentKey, []);
    this.#startable.push(delivery);
  }

  /** The next to be sent, which then runs; a number when the rate lets none through for so many ms; undefined when it is not this lane's turn. */
  next(nowMs: number, share: number): Delivery | number | undefined {
    const limit = Math.min(this.#concurrency, share, this.breaker.limitAt(nowMs));
    if (this.#startable.length === 0 || this.#running >= limit) return undefined;
    const waitMs = this.#rate.take(nowMs);
    if (waitMs > 0) return waitMs;
    this.#running++;
    return this.#startable.shift();
  }

  /** Lets one request through that is no delivery, when the bounds of the endpoint do; answers how to give its place back. */
  admit(nowMs: number): (() => void) | undefined {
    if (this.#running >= Math.min(this.#concurrency, this.breaker.limitAt(nowMs)) || this.#rate.take(nowMs) > 0) return undefined;
    this.#running++;
    return () => this.#running--;
  }

  /** The delivery has ended, whatever came of it: the next of its document may go. */
  ended({ documentKey }: Delivery): void {
    this.#running--;
    this.#endedSinceLook++;
    const waiting = this.#documents.get(documentKey);
    const next = waiting?.shift();
    if (next === undefined) this.#documents.delete(documentKey);
    else this.#startable.push(next);
  }

  /** Takes out what has not begun. */
  empty(): Delivery[] {
    const waiting = [...this.#startable];
    for (const { documentKey } of this.#startable) waiting.push(...(this.#documents.get(documentKey) ?? []));
    const begun = new Set(this.#startable.map(({ documentKey }) => documentKey));
    this.#startable = [];
    for (const [documentKey, behind] of this.#documents) {
      if (begun.has(documentKey)) this.#documents.delete(documentKey);
      else waiting.push(...behind.splice(0));
    }
    return waiting;
  }

  #adapt(nowMs: number): void {
    const first = firstWindow(this.#concurrency);
    if (this.#endedSinceLook > 0 || this.held === 0) this.#movedAtMs = nowMs;
    if (nowMs - this.#movedAtMs > slowMs) this.#window = Math.max(1, first >> 2);
    else if (this.#endedSinceLook > 0 && this.#startable.length === 0) {
      // It ran dry before more was claimed.
      this.#window = Math.min(first * largestFactor, this.#window * 2);
    }
    this.#endedSinceLook = 0;
  }
}

/** How many deliveries are held at first for an endpoint that may be sent so many at a time. */
export function firstWindow(concurrency: number): number {
  return concurrency * 2;
}
