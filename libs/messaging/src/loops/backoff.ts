/**
 * The delay after so many failures in a row: the base after the first, then twice as long each time up to the limit, a fifth more or less.
 */
export function backoffMs(failures: number, longestMs = 30_000, firstMs = 100): number {
  const ms = Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 20));
  return ms * (0.8 + Math.random() * 0.4);
}
