/**
 * The limits of one step, for new comments and again for the backlog. A new comment, or a thread of the backlog, that exceeds them by
 * itself is still read, alone.
 */
export interface StepSize {
  readonly threads: number;
  readonly comments: number;
  readonly bytes: number;
  readonly terms: number;
  readonly removed: number;
}

const whole: StepSize = { threads: 40, comments: 40, bytes: 2 * 1024 * 1024, terms: 25_000, removed: 1_000 };
const mostHalvings = 10;

/** The size of each API key's next step. It is halved after each failure, so that a step that is too large is not repeated forever. */
export class StepSizes {
  readonly #halvings = new Map<string, number>();

  of(apiKeyId: string): StepSize {
    const share = 2 ** -(this.#halvings.get(apiKeyId) ?? 0);
    const { threads, comments, bytes, terms, removed } = whole;
    const some = (most: number) => Math.max(1, Math.floor(most * share));
    return { threads: some(threads), comments: some(comments), bytes: some(bytes), terms: some(terms), removed: some(removed) };
  }

  failed(apiKeyId: string): void {
    this.#halvings.set(apiKeyId, Math.min(mostHalvings, (this.#halvings.get(apiKeyId) ?? 0) + 1));
  }

  succeeded(apiKeyId: string): void {
    const halvings = (this.#halvings.get(apiKeyId) ?? 0) - 1;
    if (halvings > 0) this.#halvings.set(apiKeyId, halvings);
    else this.#halvings.delete(apiKeyId);
  }
}
