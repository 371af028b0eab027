import { randomUUID } from "node:crypto";
import type { WatchChangesResponse } from "@parley/contracts/activity";
import { runWithContext } from "@parley/kernel";

interface FeedPage {
  readonly page: WatchChangesResponse;
  /** Up to which position there were no other changes. */
  readonly horizon: number;
}

const readWithinMs = 15_000;
const never = new AbortController().signal;

/**
 * Pages for streams. Those of one API key that wait at the same place ask for the same page at the same moment, when something happens: it is read once for
 * all of them.
 */
export class FeedPages {
  readonly #reading = new Map<string, Promise<FeedPage>>();

  /** What is read under this name, now or since a moment ago: what it lacks is behind its horizon. */
  read(name: string, read: () => Promise<FeedPage>): Promise<FeedPage> {
    let page = this.#reading.get(name);
    if (page === undefined) {
      // A context of its own: the stream that asks first may end before the others.
      const call = { requestId: randomUUID(), deadlineMs: performance.now() + readWithinMs, signal: never, traced: false };
      page = runWithContext(call, read).finally(() => this.#reading.delete(name));
      this.#reading.set(name, page);
    }
    return page;
  }
}
