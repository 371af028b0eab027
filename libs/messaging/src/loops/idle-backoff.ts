const firstMs = 4;

/**
 * How long to wait when nothing was found. Whoever wakes a loop may commit only a moment later, so the first delays after `reset` are short;
 * each next one is twice as long, up to the given bound.
 */
export class IdleBackoff {
  readonly #longestMs: number;
  #nextMs = firstMs;

  constructor(longestMs: number) {
    this.#longestMs = longestMs;
  }

  reset(): void {
    this.#nextMs = firstMs;
  }

  /** The next delay; it may be interrupted unless it is too short for that to matter. */
  next(): { ms: number; interruptible: boolean } {
    const ms = this.#nextMs;
    this.#nextMs = Math.min(this.#longestMs, ms * 2);
    return { ms, interruptible: ms > firstMs };
  }
}
