import { ConnectionError, ParleyError } from "../errors/errors.ts";

const retriedStatuses = [429, 502, 503, 504];
const firstWaitMs = 200;
const longestWaitMs = 10_000;

/**
 * Whether a failure may be temporary, so that the same request is sent again. The stored response to an earlier request with its key does
 * not change.
 */
export function isPassing(error: unknown): error is ParleyError {
  if (!(error instanceof ParleyError) || error.replayed) return false;
  return error instanceof ConnectionError || retriedStatuses.includes(error.httpStatus) || error.status === "ABORTED";
}

/** Whether a failure is of a kind that ends by itself, however long it lasts: for callers that wait without a time limit. */
export function isOutage(error: unknown): error is ParleyError {
  return isPassing(error) || (error instanceof ParleyError && error.httpStatus >= 500 && error.status !== "UNIMPLEMENTED");
}

/**
 * The delay before the attempt after `attempt` (from 0), in ms: the response's Retry-After, else a random time that doubles, so that
 * clients that failed together do not retry together. Undefined when Retry-After exceeds `maxRetryAfterMs`.
 */
export function waitMs(attempt: number, { retryAfterMs }: ParleyError, maxRetryAfterMs: number, random = Math.random): number | undefined {
  const most = Math.min(longestWaitMs, firstWaitMs * 2 ** attempt);
  const jittered = most / 2 + random() * (most / 2);
  if (retryAfterMs === undefined) return jittered;
  return retryAfterMs > maxRetryAfterMs ? undefined : retryAfterMs + random() * firstWaitMs;
}

/** The time of a `Retry-After` in ms: seconds or a date. */
export function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  if (header === null || header === "") return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - nowMs;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** Waits, and fails as soon as the caller aborts. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, ms);
    signal?.addEventListener("abort", end, { once: true });
  });
}
