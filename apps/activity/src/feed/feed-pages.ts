import { randomUUID } from "node:crypto";
import { create } from "@bufbuild/protobuf";
import { type WatchChangesResponse, WatchChangesResponseSchema } from "@parley/contracts/activity";
import { runWithContext } from "@parley/kernel";
import type { Context } from "../context.ts";
import { type PageRequest, readPage } from "./read-changes.ts";

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

  /** A page as of now or a moment ago: what it lacks is behind its horizon. */
  read(context: Context, request: PageRequest): Promise<FeedPage> {
    const { apiKeyId, organizationId, documentId, actionTypes, cursor, pageSize, withThreads } = request;
    const name = JSON.stringify([apiKeyId, organizationId, documentId, actionTypes, cursor, pageSize, withThreads]);
    let page = this.#reading.get(name);
    if (page === undefined) {
      // A context of its own: the stream that asks first may end before the others.
      const call = { requestId: randomUUID(), deadlineMs: performance.now() + readWithinMs, signal: never, traced: false };
      page = runWithContext(call, () => readNow(context, request)).finally(() => this.#reading.delete(name));
      this.#reading.set(name, page);
    }
    return page;
  }
}

async function readNow(context: Context, request: PageRequest): Promise<FeedPage> {
  const { horizon, ...page } = await readPage(context, request, { withCursors: true });
  return { page: create(WatchChangesResponseSchema, page), horizon };
}
