/** An API key with a retention of its own for a kind of rows. */
export interface KeyAge {
  readonly apiKeyId: string;
  readonly ageMs: number;
}

interface KeyRetentionOptions {
  /** A page of the API keys, at most 1,000; the last one has an empty `nextPageToken`. */
  readonly list: (pageToken: string) => Promise<{ readonly keys: readonly KeyAge[]; readonly nextPageToken: string }>;
  /** Removes at most `limit` rows of each key that are older than its age, by one statement; returns how many, by key. */
  readonly remove: (keys: readonly KeyAge[], limit: number) => Promise<ReadonlyMap<string, number>>;
}

const rowsAtOnce = 1_000;
const roundsOfPage = 20;

/**
 * Removes rows that are older than the retention of their API key, in batches small enough not to block other statements. The keys of a
 * page share each batch equally, and after some batches the next page has its turn, so that no key waits until another's rows are all
 * removed.
 */
export class KeyRetention {
  readonly #options: KeyRetentionOptions;
  #pageToken = "";
  #left: readonly KeyAge[] | undefined;
  #rounds = 0;
  #hasMore = false;

  constructor(options: KeyRetentionOptions) {
    this.#options = options;
  }

  /** Removes one batch; `done` when no key has rows left to remove. */
  async round(): Promise<"more" | "done"> {
    const { list, remove } = this.#options;
    if (this.#left === undefined) {
      const { keys, nextPageToken } = await list(this.#pageToken);
      this.#left = keys;
      this.#pageToken = nextPageToken;
      this.#rounds = 0;
    }
    this.#left = this.#left.length === 0 ? [] : await this.#afterBatch(this.#left, remove);
    this.#rounds++;
    if (this.#left.length > 0 && this.#rounds < roundsOfPage) return "more";
    this.#hasMore ||= this.#left.length > 0;
    this.#left = undefined;
    if (this.#pageToken !== "") return "more";
    const hadMore = this.#hasMore;
    this.#hasMore = false;
    return hadMore ? "more" : "done";
  }

  /** The keys that have more rows to remove. */
  async #afterBatch(keys: readonly KeyAge[], remove: KeyRetentionOptions["remove"]): Promise<readonly KeyAge[]> {
    const share = Math.ceil(rowsAtOnce / keys.length);
    const removed = await remove(keys, share);
    return keys.filter(({ apiKeyId }) => (removed.get(apiKeyId) ?? 0) >= share);
  }
}
