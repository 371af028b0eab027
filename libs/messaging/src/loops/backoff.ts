/**
 * The delay after this many failures in a row: the base after the first, then twice as long each time up to the limit, plus or minus a
 * fifth.
 */
export function backoffMs(failures: number, longestMs = 30_000, firstMs = 100): number {
  const ms = Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 20));
  return ms * (0.8 + Math.random() * 0.4);
}
