const firstMs = 4;

/**
 * How long to rest when nothing was found. Whoever wakes a loop may commit only a moment later, so the first rests after `reset` are short;
 * each next one is twice as long, up to the given bound.
 */
export class IdlePace {
  readonly #longestMs: number;
  #nextMs = firstMs;

  constructor(longestMs: number) {
    this.#longestMs = longestMs;
  }

  reset(): void {
    this.#nextMs = firstMs;
  }

  /** A rest that may be cut short, unless it is too short for that to matter. */
  rest(): { ms: number; wakes: boolean } {
    const ms = this.#nextMs;
    this.#nextMs = Math.min(this.#longestMs, ms * 2);
    return { ms, wakes: ms > firstMs };
  }
}
