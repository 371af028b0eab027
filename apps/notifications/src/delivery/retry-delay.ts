/**
 * How long to wait for the next attempt after so many that failed, a fifth more or less so that deliveries which failed together do not come
 * again together, and at least as long as the endpoint has asked for. Undefined when none is left.
 */
export function delayAfter(
  failedAttempts: number,
  delaysMs: readonly number[],
  askedMs: number | undefined,
  random: () => number = Math.random,
): number | undefined {
  const delayMs = delaysMs[failedAttempts - 1];
  if (delayMs === undefined) return undefined;
  return Math.max(delayMs * (0.8 + random() * 0.4), askedMs ?? 0);
}
