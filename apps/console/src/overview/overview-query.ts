import type { Parley } from "@parley/sdk";
import { queryOptions } from "@tanstack/react-query";

/** The ranges of the plots and their steps; the current, incomplete step is requested too. */
export const ranges = {
  "1h": { title: "Last hour", minutes: 61, stepMinutes: 1, every: "minute", refetchMs: 10_000 },
  "24h": { title: "Last 24 hours", minutes: 1_440, stepMinutes: 15, every: "15 minutes", refetchMs: 60_000 },
  "7d": { title: "Last 7 days", minutes: 10_080, stepMinutes: 60, every: "hour", refetchMs: 60_000 },
} as const;

export type Range = keyof typeof ranges;

/** Whether a string names a range. */
export function isRange(word: string | undefined): word is Range {
  return word !== undefined && Object.hasOwn(ranges, word);
}

/** The figures of an API key in a range. */
export function overviewQuery(parley: Parley, apiKey: string, range: Range = "1h") {
  const { minutes, stepMinutes, refetchMs } = ranges[range];
  return queryOptions({
    queryKey: [apiKey, "overview", "figures", range],
    queryFn: () => parley.apiKeys.getOverview({ minutes, stepMinutes }),
    refetchInterval: refetchMs,
  });
}
