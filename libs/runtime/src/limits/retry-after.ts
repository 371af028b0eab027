const longestMs = 86_400_000;
// A date only: `Date.parse` accepts many strings that are not HTTP dates.
const httpDate = /^[A-Z][a-z]{2,8},? /;

/**
 * How long a response asks its client to wait, in ms, at most 24 h (`retry-after-ms`, or `retry-after` in seconds or as a date); undefined
 * when it does not say, or not in a readable form.
 */
export function retryAfterMs(headers: Readonly<Record<string, string | string[] | undefined>>, nowMs = Date.now()): number | undefined {
  const ms = numberIn(headers["retry-after-ms"]) ?? msOf(headers["retry-after"], nowMs);
  return ms === undefined ? undefined : Math.min(longestMs, Math.max(0, ms));
}

function msOf(text: string | string[] | undefined, nowMs: number): number | undefined {
  const seconds = numberIn(text);
  if (seconds !== undefined) return seconds * 1_000;
  const atMs = typeof text === "string" && httpDate.test(text.trim()) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : atMs - nowMs;
}

function numberIn(text: string | string[] | undefined): number | undefined {
  return typeof text === "string" && /^\d{1,9}(\.\d{1,9})?$/.test(text.trim()) ? Number(text) : undefined;
}
