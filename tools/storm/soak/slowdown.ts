import type { Quantiles } from "./latencies.ts";

// With fewer writes, other causes determine the slowest hundredth.
const countsFrom = 1_000;
const bound = { factor: 1.2, moreMs: 50 };

/** A sentence when writes took longer while Kafka was down than before, by more than noise explains; otherwise undefined. */
export function slowdown(before: Quantiles, during: Quantiles): string | undefined {
  if (before.count < countsFrom || during.count < countsFrom) return undefined;
  const most = before.p99 * bound.factor + bound.moreMs;
  return during.p99 <= most
    ? undefined
    : `p99 of writes was ${before.p99} ms with Kafka and ${during.p99} ms without, more than ${Math.round(most)} ms`;
}
