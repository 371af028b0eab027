import { SearchIndexState } from "@parley/contracts/activity";
import type { Context, Handler } from "../context.ts";
import { type IndexState, selectIndexState } from "./search-keys.store.ts";

/** The state of an API key's index. */
export const getSearchIndex = ({ database }: Pick<Context, "database">): Handler<"getSearchIndex"> => {
  return async ({ apiKeyId }) => {
    const state = await selectIndexState(database, apiKeyId);
    if (state === undefined) return { state: SearchIndexState.NONE, percent: 0 };
    if (state.isLeaving) return { state: SearchIndexState.LEAVING, percent: 0 };
    return { state: isWalked(state) ? SearchIndexState.READY : SearchIndexState.INDEXING, percent: percentOf(state) };
  };
};

/** How much of the backlog is indexed: the share of its range of refs, in whole percent. */
export function percentOf(state: IndexState | undefined): number {
  if (state === undefined) return 0;
  const { topRef, belowRef, oldestRef } = state;
  if (isWalked(state)) return 100;
  return Math.min(99, Math.floor((100 * (topRef - belowRef)) / (topRef - oldestRef)));
}

/** The index to search; undefined while it is being removed, because it is unknown how much of it is left. */
export function indexInUse(state: IndexState | undefined): IndexState | undefined {
  return state?.isLeaving === true ? undefined : state;
}

/** Whether the whole backlog is indexed. */
export function isWalked({ belowRef, oldestRef }: IndexState): boolean {
  return belowRef <= oldestRef;
}
