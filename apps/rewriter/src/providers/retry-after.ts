import type { IncomingHttpHeaders } from "node:http";

// `Date.parse` takes much for a date that is none.
const httpDate = /^[A-Z][a-z]{2,8},? /;

/** How long an answer asks its reader to wait, in ms (`retry-after-ms`, or `retry-after` in seconds or as a date); undefined when it does not. */
export function retryAfterMs(headers: IncomingHttpHeaders, nowMs = Date.now()): number | undefined {
  const inMs = numberIn(headers["retry-after-ms"]);
  if (inMs !== undefined) return inMs;
  const text = headers["retry-after"];
  const seconds = numberIn(text);
  if (seconds !== undefined) return seconds * 1_000;
  const at = text !== undefined && httpDate.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}

function numberIn(text: string | string[] | undefined): number | undefined {
  return typeof text === "string" && /^\d{1,9}(\.\d{1,9})?$/.test(text.trim()) ? Number(text) : undefined;
}
