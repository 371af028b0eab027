import type { Parley } from "@parley/sdk";
import { queryOptions } from "@tanstack/react-query";
import { longestSearch } from "../list/search.tsx";

const shown = 50;
const staleMs = 30_000;

/** API keys to choose from: those found by name or id, or the oldest for an empty search. */
export function apiKeysQuery(parley: Parley, search = "") {
  return queryOptions({
    queryKey: ["apiKeys", "choice", search],
    queryFn: async () =>
      (await parley.apiKeys.list({ pageSize: shown, ...(search === "" ? {} : { search: search.slice(0, longestSearch) }) })).data,
    staleTime: staleMs,
  });
}

/** The API key with an id; null if the workspace has none. */
export function apiKeyQuery(parley: Parley, id: string) {
  return queryOptions({
    queryKey: ["apiKeys", "one", id],
    queryFn: async () => (await parley.apiKeys.list({ search: id })).data.find((key) => key.id === id) ?? null,
    enabled: id !== "" && id.length <= longestSearch,
    staleTime: staleMs,
  });
}
