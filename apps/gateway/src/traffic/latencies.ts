/** Up to how many ms a request of each step takes; the last step holds all that took longer. As `minutes.proto` says. */
const boundsMs = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000];

export const latencySteps: number = boundsMs.length + 1;

/** In which step a request counts. */
export function latencyStep(durationMs: number): number {
  const step = boundsMs.findIndex((bound) => durationMs <= bound);
  return step < 0 ? boundsMs.length : step;
}

/**
 * Within how many ms a share of the requests was answered, as far as their steps tell: somewhere within a step it is guessed by its place there. Null
 * without requests; of requests in the last step it is known only that they took longer than its bound.
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
