import type { ListenForChangesRequest } from "@parley/contracts/activity";
import type { ChangesNews } from "@parley/contracts/changes-news";
import type { Context, Handler } from "../context.ts";
import { selectFeedState } from "./feed-epochs.store.ts";

// A wait without a change ends only with the call or the process.
const longestWaitMs = 60_000;

/** The places where an API key has readable changes, until the call ends or the process shuts down. The first message is empty. */
export const listenForChanges = (context: Context): Handler<"listenForChanges"> => {
  return (request, { signal }) => placesOf(context, request, signal);
};

async function* placesOf({ database, feed }: Context, { apiKeyId }: Omit<ListenForChangesRequest, "$typeName">, signal: AbortSignal) {
  const all = { apiKeyId, organizationId: "", documentId: "", actionTypes: [] };
  let from = (await selectFeedState(database, [apiKeyId])).horizon;
  yield { places: [], isAnywhere: false };
  while (!signal.aborted && !feed.stopped) {
    const waited = await feed.wait(all, from, longestWaitMs, signal);
    if (waited.news !== undefined) yield summaryOf(waited.news);
    from = waited.from;
  }
}

// The changes of one request are mostly about one document.
function summaryOf({ places, isAnywhere }: ChangesNews) {
  if (isAnywhere) return { places: [], isAnywhere };
  const named = new Map(places.map((place) => [JSON.stringify([place.organizationId, place.documentId, place.actionType]), place]));
  return { places: [...named.values()], isAnywhere };
}
