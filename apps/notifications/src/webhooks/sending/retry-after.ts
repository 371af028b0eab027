const longestMs = 86_400_000;

/** How long a `Retry-After` header asks to wait, in ms, 24 h at most; undefined when it is neither seconds nor a date. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Math.min(longestMs, Number(text) * 1_000);
  // A date alone: `Date.parse` would read much else.
  const atMs = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : Math.min(longestMs, Math.max(0, atMs - nowMs));
}
