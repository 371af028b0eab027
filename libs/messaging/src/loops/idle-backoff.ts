const firstMs = 4;

/**
 * The delay after a round that found nothing. The row that woke a loop may be committed a moment later, so the first delays after `reset`
 * are short; each next one is twice as long, up to the limit.
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

  /** The next delay; interruptible unless it is too short for that to matter. */
  next(): { ms: number; interruptible: boolean } {
    const ms = this.#nextMs;
    this.#nextMs = Math.min(this.#longestMs, ms * 2);
    return { ms, interruptible: ms > firstMs };
  }
}
