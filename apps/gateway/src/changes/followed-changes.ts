import { create } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import {
  type ActivityService,
  type ReadChangesRequest,
  type ReadChangesResponse,
  ReadChangesResponseSchema,
} from "@parley/contracts/activity";
import { type ChangesNews, mayConcern } from "@parley/contracts/changes-news";
import type { SingleFlight } from "@parley/kernel";
import type { ChangesListener } from "./changes-listener.ts";

/** One page of changes; a page without changes is a bookmark. */
type Page = ReadChangesResponse;

interface Following {
  readonly client: Pick<Client<typeof ActivityService>, "readChanges">;
  readonly pages: SingleFlight<ReadChangesResponse>;
  readonly bookmarkMs: number;
  /** How often a follower polls while the listener is disconnected. */
  readonly pollMs: number;
}

const done = { done: true, value: undefined } as const;

/**
 * Pages of changes, beginning with a bookmark of the start, until it is ended or the service stops. A page is read when the listener of its
 * API key has announced changes that the filters may let through. The cursor moves only past changes that have been read: unannounced
 * changes arrive later and are never lost.
 */
export class FollowedChanges implements AsyncIterableIterator<Page> {
  readonly #following: Following;
  readonly #listener: ChangesListener;
  readonly #request: ReadChangesRequest;
  #cursor: string;
  #bookmarkAtMs = Number.NEGATIVE_INFINITY;
  #mayHaveChanges = true;
  /** Whether there were changes that the filters exclude. */
  #passed = false;
  #ended = false;
  #wake: (() => void) | undefined;

  constructor(following: Following, listener: ChangesListener, request: ReadChangesRequest) {
    this.#following = following;
    this.#listener = listener;
    this.#request = request;
    this.#cursor = request.cursor;
    listener.add(this);
  }

  hear(news: ChangesNews): void {
    if (!mayConcern(news, this.#request)) this.#passed = true;
    else {
      this.#mayHaveChanges = true;
      this.#wake?.();
    }
  }

  end(): void {
    this.#ended = true;
    this.#listener.remove(this);
    this.#wake?.();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Page>> {
    while (!this.#ended) {
      const page = this.#mayHaveChanges ? await this.#read() : this.#bookmark();
      if (page !== undefined) return { value: page };
      if (!this.#ended && !this.#mayHaveChanges) await this.#rest();
    }
    return done;
  }

  /** The next page; undefined when it is empty and no bookmark is due. */
  async #read(): Promise<Page | undefined> {
    // The page may lack changes that happen while it is read.
    this.#mayHaveChanges = false;
    this.#passed = false;
    const { client, pages } = this.#following;
    const { $typeName: _, ...request } = this.#request;
    const asked = { ...request, cursor: this.#cursor };
    const name = JSON.stringify([asked, this.#listener.heard]);
    try {
      const page = await pages.do(name, () => client.readChanges({ ...asked, waitMs: 0, withCursors: true }));
      this.#cursor = page.nextCursor;
      if (!page.upToDate) this.#mayHaveChanges = true;
      return page.changes.length > 0 || this.#isBookmarkDue() ? this.#sent(page) : undefined;
    } catch (error) {
      this.end();
      throw error;
    }
  }

  /** A bookmark without a read, if one is due. */
  #bookmark(): Page | undefined {
    if (!this.#isBookmarkDue()) return undefined;
    // Read once to move past the changes that the filters excluded, so that a reconnecting client need not read over them again.
    if (this.#passed) this.#mayHaveChanges = true;
    return this.#passed ? undefined : this.#sent({ changes: [], nextCursor: this.#cursor, upToDate: true });
  }

  #sent({ changes, nextCursor, upToDate }: Omit<Page, "$typeName">): Page {
    this.#bookmarkAtMs = performance.now() + this.#following.bookmarkMs;
    return create(ReadChangesResponseSchema, { changes, nextCursor, upToDate });
  }

  #isBookmarkDue(): boolean {
    return this.#bookmarkAtMs <= performance.now();
  }

  async #rest(): Promise<void> {
    const { isHearing } = this.#listener;
    const ms = Math.max(0, this.#bookmarkAtMs - performance.now());
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const timer = setTimeout(resolve, isHearing ? ms : Math.min(ms, this.#following.pollMs));
    await promise;
    clearTimeout(timer);
    this.#wake = undefined;
    if (!isHearing) this.#mayHaveChanges = true;
  }
}
