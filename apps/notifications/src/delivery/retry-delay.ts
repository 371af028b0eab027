/**
 * The delay before the next attempt after so many failures, a fifth more or less so that deliveries that failed together are not retried
 * together, and at least as long as the endpoint has asked for. Undefined when no attempt is left.
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
