import type { CallOptions } from "../calls/client.ts";
import { isOutage, pause } from "../calls/retries.ts";
import { ChangesOperations } from "../gen/resources.ts";
import type { Change, ChangesGetRequest, ChangesPage } from "../gen/types.ts";

/** The feed of changes, in order, from a cursor on. */
export class Changes extends ChangesOperations {
  /** Follows the changes for as long as it is iterated over, through temporary failures; see `ChangesWatch`. */
  watch(data: WatchRequest = {}, options: CallOptions = {}): ChangesWatch {
    return new ChangesWatch((sent, within) => this.get(sent, within), data, options);
  }
}

/** The request of `changes.watch`, which itself sets how long the gateway waits for a change. */
export type WatchRequest = Omit<ChangesGetRequest, "waitMs">;

type Get = (data: ChangesGetRequest, options: CallOptions) => Promise<ChangesPage>;

const longestWaitMs = 25_000;
const firstRestMs = 200;
const longestRestMs = 30_000;

/**
 * Follows the changes, each at least once. `for await` iterates over single changes, `pages()` over pages. Temporary failures (no
 * connection, 429, 5xx) are waited out however long they last; any other error ends it, and so does the caller's signal. Keep `cursor`, or
 * the `nextCursor` of a processed page, and begin the next watch with it: nothing is skipped.
 */
export class ChangesWatch implements AsyncIterable<Change> {
  readonly #get: Get;
  readonly #data: WatchRequest;
  readonly #options: CallOptions;
  #cursor: string;

  constructor(get: Get, data: WatchRequest, options: CallOptions) {
    this.#get = get;
    this.#data = data;
    this.#options = options;
    this.#cursor = data.cursor ?? "now";
  }

  /** The cursor after the last page whose changes were all processed; it moves when the next page is requested. */
  get cursor(): string {
    return this.#cursor;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Change, void> {
    for await (const { data } of this.pages()) yield* data;
  }

  /** The pages, including those without a change, whose cursors are after changes that the filters left out. */
  async *pages(): AsyncGenerator<ChangesPage, void> {
    for (let failures = 0; ; ) {
      const { page, restMs } = await this.#asked();
      if (page !== undefined) {
        yield page;
        this.#cursor = page.nextCursor;
      }
      if (restMs === undefined) failures = 0;
      else await this.#rest(failures++, restMs);
    }
  }

  /** The next page, and the minimum pause before the following one, if any; or only the pause. */
  async #asked(): Promise<{ readonly page?: ChangesPage; readonly restMs?: number }> {
    // Changes during an interrupted wait come after a cursor, but not after "now", so the first request does not wait.
    const waitMs = this.#cursor === "now" ? 0 : this.#longestWaitMs();
    const startedMs = performance.now();
    try {
      const page = await this.#get({ ...this.#data, cursor: this.#cursor, waitMs }, { ...this.#options, maxRetries: 0 });
      // A stopping gateway responds at once; without a pause it would receive requests continually.
      const isEarly = page.data.length === 0 && page.upToDate && performance.now() - startedMs < waitMs / 2;
      return isEarly ? { page, restMs: 0 } : { page };
    } catch (error) {
      if (!isOutage(error)) throw error;
      return { restMs: error.retryAfterMs ?? 0 };
    }
  }

  // A response that takes as long as an attempt may is a time-out; the usual time of an attempt is longer than the longest wait.
  #longestWaitMs(): number {
    const { timeoutMs = Number.POSITIVE_INFINITY } = this.#options;
    return Math.floor(Math.min(longestWaitMs, timeoutMs / 2));
  }

  // A random time up to a maximum, so that clients that failed together do not retry together.
  #rest(failures: number, leastMs: number): Promise<void> {
    const jitteredMs = Math.random() * Math.min(longestRestMs, firstRestMs * 2 ** failures);
    return pause(Math.max(jitteredMs, Math.min(leastMs, longestRestMs)), this.#options.signal);
  }
}
