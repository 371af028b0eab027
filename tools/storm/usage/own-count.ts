/** When something happened, as far as its customer knows: not before the one and not after the other, by `performance.now()`. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** What a customer counts of its own requests, or of the comments that it added. */
export class OwnCount {
  readonly #sure: Span[] = [];
  #possible = 0;

  /** As many as can have happened at most. */
  get possible(): number {
    return this.#possible;
  }

  /** Those that have happened without doubt. */
  get sure(): readonly Span[] {
    return this.#sure;
  }

  /** So many are asked for, and may happen. Returns what is called when they have. */
  ask(count = 1): () => void {
    this.#possible += count;
    const fromMs = performance.now();
    return () => {
      const span = { fromMs, toMs: performance.now() };
      for (let each = 0; each < count; each++) this.#sure.push(span);
    };
  }
}
