import type { WatchChangesRequest } from "@parley/contracts/activity";
import { remainingMs } from "@parley/kernel";
import type { Context } from "../context.ts";
import { readPage } from "./read-changes.ts";

// Also what tells both ends that the other is there.
const bookmarkEveryMs = 15_000;

/** Pages of changes until the call is over or the process is about to end; at first one that says where it begins. */
export async function* watchChanges(context: Context, request: Omit<WatchChangesRequest, "$typeName">, signal: AbortSignal) {
  let { cursor } = request;
  let saidAtMs = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    const { horizon, ...page } = await readPage(context, { ...request, cursor });
    cursor = page.nextCursor;
    if (page.changes.length > 0 || performance.now() - saidAtMs >= bookmarkEveryMs) {
      yield page;
      saidAtMs = performance.now();
    }
    if (context.feed.stopped) return;
    if (!page.upToDate) continue;
    const bookmarkMs = Math.max(1, saidAtMs + bookmarkEveryMs - performance.now());
    await context.feed.wait(request.apiKeyId, horizon, Math.min(bookmarkMs, remainingMs(bookmarkMs)), signal);
  }
}
