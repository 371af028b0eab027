import { ParleyError } from "../../errors/errors.ts";

const firstRestMs = 250;
const longestRestMs = 30_000;
const restAfterEndMs = 1_000;

export function isUnauthenticated(failure: unknown): boolean {
  return failure instanceof ParleyError && failure.status === "UNAUTHENTICATED";
}

/** The field that a failure names, if any. */
export function fieldOf(failure: unknown): string {
  const [first] = failure instanceof ParleyError && Array.isArray(failure.details) ? failure.details : [];
  return String((first as { readonly field?: unknown } | undefined)?.field ?? "");
}

/** The pause before the next attempt. It is random, so that pages which lost their connection together do not all reconnect at once. */
export function restMs(failure: unknown, failures: number): number {
  const most = failure === undefined ? restAfterEndMs : Math.min(longestRestMs, firstRestMs * 2 ** failures);
  const least = failure instanceof ParleyError ? (failure.retryAfterMs ?? 0) : 0;
  return Math.max(Math.random() * most, Math.min(least, longestRestMs));
}
