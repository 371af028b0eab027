/**
 * The delay before the next attempt after `failedAttempts` failures, varied by a fifth so that deliveries that failed together are not
 * retried together, and at least the delay that the endpoint has asked for. Undefined if no attempt is left.
 */
export function delayAfter(failedAttempts: number, delaysMs: readonly number[], askedMs: number | undefined): number | undefined {
  const delayMs = delaysMs[failedAttempts - 1];
  if (delayMs === undefined) return undefined;
  return Math.max(delayMs * (0.8 + Math.random() * 0.4), askedMs ?? 0);
}
