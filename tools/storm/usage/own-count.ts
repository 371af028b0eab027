/** When something happened, as far as its customer knows: not before `fromMs` and not after `toMs`, by `performance.now()`. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A customer's count of its own requests, or of the comments that it added. */
export class OwnCount {
  readonly #sure: Span[] = [];
  #possible = 0;

  /** The maximum that can have happened. */
  get possible(): number {
    return this.#possible;
  }

  /** The events that happened for certain. */
  get sure(): readonly Span[] {
    return this.#sure;
  }

  /** Registers a request for `count` events, which may happen. Returns a function to call when they have. */
  ask(count = 1): () => void {
    this.#possible += count;
    const fromMs = performance.now();
    return () => {
      const span = { fromMs, toMs: performance.now() };
      for (let each = 0; each < count; each++) this.#sure.push(span);
    };
  }
}
