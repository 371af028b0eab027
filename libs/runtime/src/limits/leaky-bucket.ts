// More than all connections of a process fill.
const longestQueueMs = 60_000;

/** A leaky bucket as a queue: lets items pass one after the other, at a rate that all callers share. */
export class LeakyBucket {
  readonly #atOnceMs: number;
  #freeAtMs = 0;

  /** @param atOnceMs The size of a burst, as the time that its items take, in ms. */
  constructor(atOnceMs: number) {
    this.#atOnceMs = atOnceMs;
  }

  /** Takes the next place in the queue for an item that takes `takesMs`. Returns the time in ms until it may pass; not positive: now. */
  queue(takesMs: number): number {
    const nowMs = performance.now();
    this.#freeAtMs = Math.min(Math.max(this.#freeAtMs, nowMs), nowMs + longestQueueMs) + takesMs;
    return this.#freeAtMs - nowMs - this.#atOnceMs;
  }
}
