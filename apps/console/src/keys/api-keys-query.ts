import type { Parley } from "@parley/sdk";
import { queryOptions } from "@tanstack/react-query";

const shown = 1_000;

/** The oldest API keys of the workspace, to choose from. */
export function apiKeysQuery(parley: Parley) {
  return queryOptions({
    queryKey: ["apiKeys", "choice"],
    queryFn: async () => (await parley.apiKeys.list({ pageSize: shown })).data,
    staleTime: 30_000,
  });
}
