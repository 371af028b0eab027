// Longer than those wait who take all connections of a process, one after the other.
const longestWaitMs = 60_000;

/** Lets pass one after the other, at a rate that all who ask share: a leaky bucket as a queue. */
export class LeakyBucket {
  readonly #atOnceMs: number;
  #freeAtMs = 0;

  /** @param atOnceMs How much may pass at once, as the time that it takes, in ms. */
  constructor(atOnceMs: number) {
    this.#atOnceMs = atOnceMs;
  }

  /** Takes the next place in the queue for what takes so long, in ms. In how many ms it may pass; not positive: at once. */
  queue(takesMs: number): number {
    const nowMs = performance.now();
    this.#freeAtMs = Math.min(Math.max(this.#freeAtMs, nowMs), nowMs + longestWaitMs) + takesMs;
    return this.#freeAtMs - nowMs - this.#atOnceMs;
  }
}
