import { Breaker } from "./breaker.ts";
import { TokenBucket } from "./token-bucket.ts";

/** The bounds of each destination. */
export interface DestinationBounds {
  /** Most deliveries that are on their way to it at a time. */
  readonly concurrency: number;
  readonly perSecond: number;
  /** Failures in a row after which it is left alone for a while. */
  readonly breakerFailures: number;
}

const largestFactor = 8;
const slowMs = 1_000;

/** Where deliveries go, an endpoint or a mail server: what waits for it here, and when the next may be sent. Those of a sequence go one after the other. */
export class Destination<Delivery> {
  readonly name: string;
  readonly breaker: Breaker;
  readonly #concurrency: number;
  readonly #rate: TokenBucket;
  // Sequences of which one delivery runs or is about to, with those that wait behind it.
  readonly #sequences = new Map<string, Delivery[]>();
  #startable: { readonly sequence: string; readonly delivery: Delivery }[] = [];
  #running = 0;
  // How many are claimed: more for one that gets through them quickly, few for one that is slow, whose deliveries other processes may as well do.
  #window: number;
  #endedSinceLook = 0;
  #movedAtMs = performance.now();
  /** Set while a timer waits for the rate. */
  waitsForRate = false;

  constructor(name: string, { concurrency, perSecond, breakerFailures }: DestinationBounds) {
    this.name = name;
    this.breaker = new Breaker(breakerFailures);
    this.#concurrency = concurrency;
    this.#window = firstWindow(concurrency);
    this.#rate = new TokenBucket(perSecond, performance.now());
  }

  /** Whether there is nothing here, and nothing to remember. */
  isIdle(nowMs: number): boolean {
    return this.#running === 0 && this.#sequences.size === 0 && this.breaker.isQuiet && !this.waitsForRate && this.#rate.isFull(nowMs);
  }

  /** Whether something could begin but for the bounds of the process. */
  hasBacklog(nowMs: number): boolean {
    return this.#startable.length > 0 && this.#running < Math.min(this.#concurrency, this.breaker.limitAt(nowMs));
  }

  /** How many more deliveries are wanted than the `leased` ones, when at most `share` may be leased. To be asked before each claim. */
  room(nowMs: number, leased: number, share: number): number {
    this.#adapt(nowMs, leased);
    const limit = Math.min(this.#window, share, this.breaker.limitAt(nowMs));
    const room = Math.max(0, limit - leased);
    // Not for each that has ended: a claim is a statement.
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

  /** The next to be sent, which then runs; a number when the rate lets none through for so many ms; undefined when nothing may start. */
  next(nowMs: number, share: number): { readonly sequence: string; readonly delivery: Delivery } | number | undefined {
    const limit = Math.min(this.#concurrency, share, this.breaker.limitAt(nowMs));
    if (this.#startable.length === 0 || this.#running >= limit) return undefined;
    const waitMs = this.#rate.take(nowMs);
    if (waitMs > 0) return waitMs;
    this.#running++;
    return this.#startable.shift();
  }

  /** Lets one request through that is no delivery, when the bounds do; returns how to give its place back. */
  admit(nowMs: number): (() => void) | undefined {
    if (this.#running >= Math.min(this.#concurrency, this.breaker.limitAt(nowMs)) || this.#rate.take(nowMs) > 0) return undefined;
    this.#running++;
    return () => this.#running--;
  }

  /** A delivery has ended, whatever came of it: the next of its sequence may go. */
  ended(sequence: string): void {
    this.#running--;
    this.#endedSinceLook++;
    const delivery = this.#sequences.get(sequence)?.shift();
    if (delivery === undefined) this.#sequences.delete(sequence);
    else this.#startable.push({ sequence, delivery });
  }

  /** Takes out what has not begun. */
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

  #adapt(nowMs: number, leased: number): void {
    const first = firstWindow(this.#concurrency);
    if (this.#endedSinceLook > 0 || leased === 0) this.#movedAtMs = nowMs;
    if (nowMs - this.#movedAtMs > slowMs) this.#window = Math.max(1, first >> 2);
    else if (this.#endedSinceLook > 0 && this.#startable.length === 0) {
      // It ran dry before more was claimed.
      this.#window = Math.min(first * largestFactor, this.#window * 2);
    }
    this.#endedSinceLook = 0;
  }
}

/** How many deliveries are claimed at first for a destination that may be sent so many at a time. */
export function firstWindow(concurrency: number): number {
  return concurrency * 2;
}
