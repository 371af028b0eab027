import { create } from "@bufbuild/protobuf";
import { type WatchChangesRequest, WatchChangesResponseSchema } from "@parley/contracts/activity";
import type { Context, Handler } from "../context.ts";
import type { FeedPage } from "./change.ts";
import { type PageRequest, readPage } from "./read-changes.ts";

/** Pages of changes until the call ends or the process shuts down. The first page comes at once, even without a change. */
export const watchChanges = (context: Context): Handler<"watchChanges"> => {
  return (request, { signal }) => pagesOf(context, request, signal);
};

async function* pagesOf(context: Context, request: Omit<WatchChangesRequest, "$typeName">, signal: AbortSignal) {
  const { feed, feedPages, limits } = context;
  let { cursor } = request;
  let bookmarkAtMs = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    const asked = { ...request, cursor };
    const { page, horizon } = await feedPages.do(nameOf(asked), () => readNow(context, asked));
    cursor = page.nextCursor;
    if (page.changes.length > 0 || bookmarkAtMs <= performance.now()) {
      yield page;
      bookmarkAtMs = performance.now() + limits.bookmarkMs;
    }
    for (let from = horizon, passed = false, isWaiting = page.upToDate; isWaiting && !signal.aborted; ) {
      const waited = await feed.wait(request, from, bookmarkAtMs - performance.now(), signal);
      if (feed.stopped) return;
      from = waited.from;
      passed ||= waited.passed;
      const isDue = bookmarkAtMs <= performance.now();
      // Without a change nothing is read, so that thousands of idle streams cost only their bookmarks. Changes that the filters exclude are
      // skipped by reading when a bookmark is due.
      isWaiting = waited.news === undefined && !(passed && isDue);
      if (isWaiting && isDue && !signal.aborted) {
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

async function readNow(context: Context, request: PageRequest): Promise<FeedPage> {
  const { horizon, ...page } = await readPage(context, request, { withCursors: true });
  return { page: create(WatchChangesResponseSchema, page), horizon };
}
