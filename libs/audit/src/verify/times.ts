/** The tolerated difference between times of the database and of the processes that use it. */
export const clockSkewMs = 60_000;

export function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
