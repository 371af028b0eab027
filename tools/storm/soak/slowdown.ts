import type { Quantiles } from "./latencies.ts";

// Of fewer writes the slowest hundredth is one that something else held up.
const countsFrom = 1_000;
const bound = { factor: 1.2, moreMs: 50 };

/** Says in one sentence that writes took longer while Kafka was away than before, by more than noise explains; undefined when they did not. */
export function slowdown(before: Quantiles, during: Quantiles): string | undefined {
  if (before.count < countsFrom || during.count < countsFrom) return undefined;
  const most = before.p99 * bound.factor + bound.moreMs;
  return during.p99 <= most
    ? undefined
    : `p99 of writes was ${before.p99} ms with Kafka and ${during.p99} ms without, more than ${Math.round(most)} ms`;
}
