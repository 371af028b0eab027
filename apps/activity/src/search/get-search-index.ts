import { SearchIndexState } from "@parley/contracts/activity";
import type { Context, Handler } from "../context.ts";
import { isWalked, percentOf } from "./index-progress.ts";
import { selectIndexState } from "./search-keys.store.ts";

/** The state of an API key's index. */
export const getSearchIndex = ({ database }: Pick<Context, "database">): Handler<"getSearchIndex"> => {
  return async ({ apiKeyId }) => {
    const state = await selectIndexState(database, apiKeyId);
    if (state === undefined) return { state: SearchIndexState.NONE, percent: 0 };
    if (state.isLeaving) return { state: SearchIndexState.LEAVING, percent: 0 };
    return { state: isWalked(state) ? SearchIndexState.READY : SearchIndexState.INDEXING, percent: percentOf(state) };
  };
};
