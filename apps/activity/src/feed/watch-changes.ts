import type { WatchChangesRequest } from "@parley/contracts/activity";
import type { Context } from "../context.ts";

/** Pages of changes until the call is over or the process is about to end; at first one that says where it begins. */
export async function* watchChanges(context: Context, request: Omit<WatchChangesRequest, "$typeName">, signal: AbortSignal) {
  const { feed, feedPages, limits } = context;
  let { cursor } = request;
  let bookmarkAtMs = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    const { page, horizon } = await feedPages.read(context, { ...request, cursor });
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
