import { Breaker } from "./breaker.ts";
import { TokenBucket } from "./token-bucket.ts";

/** The limits of each destination. */
export interface DestinationBounds {
  /** Most concurrent deliveries to it. */
  readonly concurrency: number;
  readonly perSecond: number;
  /** Consecutive failures after which it is paused. */
  readonly breakerFailures: number;
}

const largestFactor = 2;
const slowMs = 1_000;

/**
 * An endpoint or a mail server: its waiting deliveries, and when the next may be sent. Deliveries of a sequence are sent one after another.
 */
export class Destination<Delivery> {
  readonly name: string;
  readonly breaker: Breaker;
  readonly #concurrency: number;
  readonly #rate: TokenBucket;
  readonly #perSecond: number;
  // Sequences with a delivery that is running or about to start, and the deliveries of the same sequence that wait for it.
  readonly #sequences = new Map<string, Delivery[]>();
  #startable: { readonly sequence: string; readonly delivery: Delivery }[] = [];
  #running = 0;
  // The number of deliveries to keep in hand: many for a fast destination, few for a slow one, which leaves capacity to others.
  #window: number;
  #endedSinceLook = 0;
  #movedAtMs = performance.now();
  // Undefined until a request reports it, and for destinations with a fixed address.
  #address: string | undefined;
  /** Set while a timer waits for the rate limit. */
  waitsForRate = false;

  constructor(name: string, { concurrency, perSecond, breakerFailures }: DestinationBounds) {
    this.name = name;
    this.breaker = new Breaker(breakerFailures);
    this.#concurrency = concurrency;
    this.#window = firstWindow(concurrency);
    this.#perSecond = perSecond;
    this.#rate = new TokenBucket(perSecond, performance.now());
  }

  /** Sets a lower rate than that of all destinations; undefined restores it. */
  limit(perSecond: number | undefined): void {
    this.#rate.limit(Math.min(this.#perSecond, perSecond ?? this.#perSecond), performance.now());
  }

  /** Sets the address of later requests; failures at another address are forgotten. Returns whether the address has changed. */
  moveTo(address: string): boolean {
    const isMoved = this.#address !== undefined && this.#address !== address;
    this.#address = address;
    if (isMoved) this.breaker.reset();
    return isMoved;
  }

  /** Whether a request to this address (undefined for the only one) tells anything about later ones. */
  isAt(address: string | undefined): boolean {
    return address === undefined || address === this.#address;
  }

  /** Whether it has neither deliveries nor state to keep. */
  isIdle(nowMs: number): boolean {
    return this.#running === 0 && this.#sequences.size === 0 && this.breaker.isQuiet && !this.waitsForRate && this.#rate.isFull(nowMs);
  }

  /** Whether a delivery could begin if the limits of the process allowed it. */
  hasBacklog(nowMs: number): boolean {
    return this.#startable.length > 0 && this.#running < Math.min(this.#concurrency, this.breaker.limitAt(nowMs));
  }

  /**
   * How many more deliveries to read besides the `claimed` ones, with at most `share` in hand. Call it before each read, because it also adapts
   * the window.
   */
  room(nowMs: number, claimed: number, share: number): number {
    this.#adapt(nowMs, claimed);
    const limit = Math.min(this.#window, share, this.breaker.limitAt(nowMs));
    const room = Math.max(0, limit - claimed);
    // A read is a statement, so it is not worth one for each ended delivery.
    return room < limit / 4 ? 0 : room;
  }

  add(sequence: string, delivery: Delivery): void {
    const waiting = this.#sequences.get(sequence);
    if (waiting !== undefined) {
      waiting.push(delivery);
      return;
    }
    this.#sequences.set(sequence, []);
    this.#startable.push({ sequence, delivery });
  }

  /**
   * Takes the next delivery and counts it as running. Returns the wait in ms if the rate is exhausted, or undefined if nothing may start.
   */
  next(nowMs: number, share: number): { readonly sequence: string; readonly delivery: Delivery } | number | undefined {
    const limit = Math.min(this.#concurrency, share, this.breaker.limitAt(nowMs));
    if (this.#startable.length === 0 || this.#running >= limit) return undefined;
    const waitMs = this.#rate.take(nowMs);
    if (waitMs > 0) return waitMs;
    this.#running++;
    return this.#startable.shift();
  }

  /** Admits one request that is not a delivery, if the limits allow it; returns a function that ends it. */
  admit(nowMs: number): (() => void) | undefined {
    if (this.#running >= Math.min(this.#concurrency, this.breaker.limitAt(nowMs)) || this.#rate.take(nowMs) > 0) return undefined;
    this.#running++;
    return () => this.#running--;
  }

  /** Called when a delivery has ended, whatever its outcome, so that the next of its sequence may begin. */
  ended(sequence: string): void {
    this.#running--;
    this.#endedSinceLook++;
    const delivery = this.#sequences.get(sequence)?.shift();
    if (delivery === undefined) this.#sequences.delete(sequence);
    else this.#startable.push({ sequence, delivery });
  }

  /** Removes and returns the deliveries that have not begun. */
  empty(): Delivery[] {
    const waiting: Delivery[] = [];
    for (const { sequence, delivery } of this.#startable) {
      waiting.push(delivery, ...(this.#sequences.get(sequence) ?? []));
      this.#sequences.delete(sequence);
    }
    this.#startable = [];
    for (const behind of this.#sequences.values()) waiting.push(...behind.splice(0));
    return waiting;
  }

  #adapt(nowMs: number, claimed: number): void {
    const first = firstWindow(this.#concurrency);
    if (this.#endedSinceLook > 0 || claimed === 0) this.#movedAtMs = nowMs;
    if (nowMs - this.#movedAtMs > slowMs) this.#window = Math.max(1, this.#concurrency >> 1);
    else if (this.#endedSinceLook > 0 && this.#startable.length === 0) {
      // All deliveries in hand were sent before more were read: the window was too small.
      this.#window = Math.min(first * largestFactor, this.#window * 2);
    }
    this.#endedSinceLook = 0;
  }
}

/** The initial window of a destination with this concurrency. */
export function firstWindow(concurrency: number): number {
  return concurrency * 8;
}

/** The limits of one process's work on a queue. */
export interface QueueLimits {
  readonly leaseMs: number;
  /** Most deliveries in hand at a time. */
  readonly maxClaimed: number;
  /** Most concurrent deliveries, to all destinations. */
  readonly concurrency: number;
  /** The limits of each destination. */
  readonly bounds: DestinationBounds;
}
