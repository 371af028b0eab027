/** The upper bound of each step in ms; the last step has none. The same as in `minutes.proto`. */
const boundsMs = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000];

export const latencySteps: number = boundsMs.length + 1;

/** The step in which a request is counted. */
export function latencyStep(durationMs: number): number {
  const step = boundsMs.findIndex((bound) => durationMs <= bound);
  return step < 0 ? boundsMs.length : step;
}

/**
 * The response time in ms that a share of the requests did not exceed, interpolated within a step. Null without requests; for the last step
 * only its lower bound is known.
 */
export function quantileMs(counts: readonly number[], share: number): number | null {
  const wanted = counts.reduce((sum, count) => sum + count, 0) * share;
  if (wanted === 0) return null;
  let before = 0;
  for (const [step, count] of counts.entries()) {
    const from = boundsMs[step - 1] ?? 0;
    const to = boundsMs[step] ?? from;
    if (before + count >= wanted) return Math.round(from + ((to - from) * (wanted - before)) / count);
    before += count;
  }
  return boundsMs.at(-1) ?? null;
}
