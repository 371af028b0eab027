import type { Parley } from "@parley/sdk";
import { queryOptions } from "@tanstack/react-query";

const refetchMs = 10_000;
const minutesShown = 60;

/** The last hour of an API key and the minute that is not over. */
export function overviewQuery(parley: Parley, apiKey: string) {
  return queryOptions({
    queryKey: [apiKey, "overview", "last hour"],
    queryFn: () => parley.apiKeys.getOverview({ minutes: minutesShown + 1 }),
    refetchInterval: refetchMs,
  });
}
