import type { GetSearchIndexRequest } from "@parley/contracts/activity";
import { SearchIndexState } from "@parley/contracts/activity";
import type { Context } from "../context.ts";
import { isWalked, percentOf } from "./index-progress.ts";
import { selectIndexState } from "./search-keys.store.ts";

/** The state of an API key's index. */
export async function getSearchIndex({ database }: Pick<Context, "database">, { apiKeyId }: Omit<GetSearchIndexRequest, "$typeName">) {
  const state = await selectIndexState(database, apiKeyId);
  if (state === undefined) return { state: SearchIndexState.NONE, percent: 0 };
  if (state.isLeaving) return { state: SearchIndexState.LEAVING, percent: 0 };
  return { state: isWalked(state) ? SearchIndexState.READY : SearchIndexState.INDEXING, percent: percentOf(state) };
}
