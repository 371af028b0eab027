import { create } from "@bufbuild/protobuf";
import { type WatchChangesRequest, WatchChangesResponseSchema } from "@parley/contracts/activity";
import type { Context } from "../context.ts";
import { type PageRequest, readPage } from "./read-changes.ts";

/** Pages of changes until the call is over or the process is about to end; at first one that says where it begins. */
export async function* watchChanges(context: Context, request: Omit<WatchChangesRequest, "$typeName">, signal: AbortSignal) {
  const { feed, feedPages, limits } = context;
  let { cursor } = request;
  let bookmarkAtMs = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    const from = { ...request, cursor };
    const { page, horizon } = await feedPages.read(nameOf(from), () => readNow(context, from));
    cursor = page.nextCursor;
    if (page.changes.length > 0 || bookmarkAtMs <= performance.now()) {
      yield page;
      bookmarkAtMs = performance.now() + limits.bookmarkMs;
    }
    for (let from = horizon, isWaiting = page.upToDate; isWaiting && !signal.aborted; ) {
      const waited = await feed.wait(request.apiKeyId, from, bookmarkAtMs - performance.now(), signal);
      if (feed.stopped) return;
      from = waited.from;
      isWaiting = !waited.hasNews;
      // Where nothing happened nothing is read: thousands of idle streams cost no more than their bookmarks.
      if (isWaiting && bookmarkAtMs <= performance.now() && !signal.aborted) {
        yield { changes: [], nextCursor: cursor, upToDate: true };
        bookmarkAtMs = performance.now() + limits.bookmarkMs;
      }
    }
    if (feed.stopped) return;
  }
}

function nameOf({ apiKeyId, organizationId, documentId, actionTypes, cursor, pageSize, withThreads }: PageRequest): string {
  return JSON.stringify([apiKeyId, organizationId, documentId, actionTypes, cursor, pageSize, withThreads]);
}

async function readNow(context: Context, request: PageRequest) {
  const { horizon, ...page } = await readPage(context, request, { withCursors: true });
  return { page: create(WatchChangesResponseSchema, page), horizon };
}
