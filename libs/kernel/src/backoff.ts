/** The delay after this many failures in a row: `firstMs` after the first, then twice as long each time up to the limit. */
export function doubledMs(failures: number, firstMs: number, longestMs: number): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 20));
}

/** `doubledMs`, plus or minus a fifth, so that what failed together does not try again together. */
export function backoffMs(failures: number, longestMs = 30_000, firstMs = 100): number {
  return doubledMs(failures, firstMs, longestMs) * (0.8 + Math.random() * 0.4);
}

/** A delay that is twice as long each time, up to the limit, until it is reset. */
export class GrowingDelay {
  readonly #firstMs: number;
  readonly #longestMs: number;
  #count = 0;

  constructor(firstMs: number, longestMs: number) {
    this.#firstMs = firstMs;
    this.#longestMs = longestMs;
  }

  /** Whether no delay has been taken since the last reset. */
  get isReset(): boolean {
    return this.#count === 0;
  }

  next(): number {
    this.#count++;
    return doubledMs(this.#count, this.#firstMs, this.#longestMs);
  }

  reset(): void {
    this.#count = 0;
  }
}
