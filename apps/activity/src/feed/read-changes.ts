import type { ReadChangesRequest } from "@parley/contracts/activity";
import { currentContext, fittingRows, invalid, remainingMs } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { userMessage } from "../people/user.ts";
import { changeMessage } from "./change.ts";
import { cursorBehind, placeOf } from "./feed-cursor.ts";
import { selectFeedState } from "./feed-epochs.store.ts";
import { type FeedRow, selectFeed } from "./feed-pages.store.ts";
import { withThreads } from "./threads-now.ts";

const defaultPageSize = 100;
// Time that the answer needs after the wait.
const answerMs = 1_000;

export type PageRequest = Pick<
  ReadChangesRequest,
  "apiKeyId" | "organizationId" | "documentId" | "actionTypes" | "cursor" | "pageSize" | "withThreads"
>;

/** One page of changes. Waits for the first change if there is none. */
export const readChanges = (context: Context): Handler<"readChanges"> => {
  return async (request) => {
    const { waitMs, withCursors } = request;
    const endsAtMs = performance.now() + Math.min(waitMs, remainingMs(waitMs + answerMs) - answerMs);
    let { cursor } = request;
    for (;;) {
      const { horizon, ...page } = await readPage(context, { ...request, cursor }, { withCursors });
      const leftMs = endsAtMs - performance.now();
      const signal = currentContext()?.signal;
      if (page.changes.length > 0 || !page.upToDate || leftMs <= 0 || context.feed.stopped || signal?.aborted) return page;
      await context.feed.wait(request, horizon, leftMs, signal);
      cursor = page.nextCursor;
    }
  };
};

/** One page of changes, and the position up to which there were no others. `withCursors`: each change carries the cursor behind it. */
export async function readPage(context: Context, request: PageRequest, { withCursors = false } = {}) {
  const { apiKeyId, organizationId, documentId, actionTypes } = request;
  if (documentId !== "" && organizationId === "") throw invalid("document_id", "documentId needs an organizationId.");
  const { database, limits } = context;
  const size = request.pageSize || defaultPageSize;
  const scanRows = Math.max(limits.scannedRows, size + 1);
  const state = await selectFeedState(database, [apiKeyId]);
  const { horizon } = state;
  const after = await placeOf(database, apiKeyId, request.cursor, state);
  const filter = { organizationId, documentId, actionTypes };
  const rows = await selectFeed(database, apiKeyId, filter, { after, horizon, limit: size + 1, scanRows });
  const matching = rows.filter(({ isMatch }) => isMatch);
  const fitting = fittingRows(matching, size);
  const fittingChanges = await messagesOf(context, request, fitting);
  const last = fittingChanges.length < matching.length ? fitting[fittingChanges.length - 1] : rows.at(-1);
  return {
    changes: withCursors
      ? fittingChanges.map((change, index) => ({ ...change, cursor: cursorBehind(state, fitting[index] ?? after) }))
      : fittingChanges,
    nextCursor: cursorBehind(state, last ?? after),
    upToDate: fittingChanges.length === matching.length && rows.at(-1)?.isScanEnd !== true,
    horizon,
  };
}

async function messagesOf(context: Context, { apiKeyId, withThreads: wantsThreads }: PageRequest, rows: readonly FeedRow[]) {
  const actors = rows.map(({ actionUser }) => (actionUser === null ? undefined : userMessage(actionUser)));
  const known = actors.filter((actor) => actor !== undefined);
  const describe = await context.storedUsers.describer(apiKeyId, known);
  const changes = rows.map((row, index) => changeMessage(row, actors[index] && describe(actors[index])));
  return wantsThreads ? withThreads(context, apiKeyId, changes) : changes;
}
