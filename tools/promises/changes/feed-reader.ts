import { setTimeout as delay } from "node:timers/promises";
import type { Caller } from "../../installation/caller.ts";
import { FeedRefusal, feedEvents } from "../../installation/feed-stream.ts";

interface FeedReaderOptions {
  readonly from: string;
  readonly isStream: boolean;
  /** Called with cursors at which another reader may begin. */
  readonly onCursor: (cursor: string) => void;
}

interface Page {
  readonly data: readonly { readonly activityId: string }[];
  readonly nextCursor: string;
}

const pauseMs = 100;
const waitMs = 5_000;
const shownCursors = 0.01;

/**
 * A reader of the feed that keeps the cursor of its last change, reconnects after every failure, and starts over when its database was
 * restored.
 */
export class FeedReader {
  /** Where it began. */
  from: string;
  /** The received records in order, since it began or started over. */
  told: string[] = [];
  /** How often it reconnected, and started over. */
  resumes = 0;
  restarts = 0;
  /** How often a connection broke, or a stream ended without an announcement. */
  broken = 0;
  readonly isStream: boolean;
  /** Responses that it should not have received. */
  readonly refusals: string[] = [];
  readonly #customer: Caller;
  readonly #onCursor: (cursor: string) => void;
  readonly #ending = new AbortController();
  #cursor: string;

  constructor(customer: Caller, { from, isStream, onCursor }: FeedReaderOptions) {
    this.#customer = customer;
    this.#cursor = from;
    this.from = from;
    this.isStream = isStream;
    this.#onCursor = onCursor;
  }

  get lastTold(): string | undefined {
    return this.told.at(-1);
  }

  stop(): void {
    this.#ending.abort();
  }

  async read(): Promise<void> {
    while (!this.#ending.signal.aborted) {
      // A broken connection is expected.
      await (this.isStream ? this.#stream() : this.#page()).catch(() => {
        if (!this.#ending.signal.aborted) this.broken++;
      });
      this.resumes++;
      await delay(pauseMs);
    }
  }

  async #page(): Promise<void> {
    for (;;) {
      const { status, text } = await this.#customer.post("/v2/changes/get", { cursor: this.#cursor, pageSize: 100, waitMs }, waitMs * 3);
      if (status !== 200) return this.#refused(status, text);
      const { data, nextCursor } = (JSON.parse(text) as { result: Page }).result;
      this.#take(
        data.map(({ activityId }) => activityId),
        nextCursor,
      );
      if (this.#ending.signal.aborted) return;
    }
  }

  async #stream(): Promise<void> {
    let ended = false;
    try {
      for await (const { id, event, data } of feedEvents(this.#customer, this.#cursor, this.#ending.signal)) {
        ended ||= event === "end";
        if (event === "error") this.#refused(0, data);
        else if (id !== undefined) this.#take(event === "change" ? [JSON.parse(data).activityId] : [], id);
      }
    } catch (error) {
      if (!(error instanceof FeedRefusal)) throw error;
      return this.#refused(error.status, error.text);
    }
    if (!ended) this.broken++;
  }

  #take(ids: readonly string[], cursor: string): void {
    this.told.push(...ids);
    this.#cursor = cursor;
    if (Math.random() < shownCursors) this.#onCursor(cursor);
  }

  #refused(status: number, text: string): void {
    if (text.includes("OUT_OF_RANGE")) {
      this.restarts++;
      this.told = [];
      this.from = "start";
      this.#cursor = "start";
    } else if (status < 500 && status !== 429 && !/UNAVAILABLE|DEADLINE_EXCEEDED|ABORTED|RESOURCE_EXHAUSTED/.test(text)) {
      this.refusals.push(`${status} ${text.slice(0, 200)}`);
    }
  }
}
