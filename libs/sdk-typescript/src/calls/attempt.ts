import { connectionError, errorOf, type ParleyError } from "../errors/errors.ts";
import type { Fetch, FetchAnswer, FetchRequest } from "../sending/fetch.ts";
import { wholeText } from "../sending/whole-text.ts";
import { AttemptTime } from "./attempt-time.ts";
import { retryAfterMs } from "./retries.ts";

/** One prepared HTTP request. */
export interface Attempt {
  readonly url: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** A response. */
export interface Answered {
  /** The whole `result`. */
  readonly result: Readonly<Record<string, unknown>>;
  readonly requestId: string;
}

/** Sends a request once, and reads its response to the end. Fails with a `ParleyError`, or with the reason of the caller's signal. */
export async function sendOnce(send: Fetch, attempt: Attempt): Promise<Answered> {
  const time = new AttemptTime(attempt);
  // Everything is in one function, because most of a client's own cost is waiting for promises.
  try {
    const response = await send(attempt.url, requestOf(attempt, time));
    const text = await wholeText(response, time);
    if (!response.ok) throw failureOf(response, text);
    return { result: resultOf(text, attempt), requestId: requestIdOf(response) };
  } catch (error) {
    throw time.failureOf(error);
  } finally {
    time.end();
  }
}

/** Sends a request once, and returns the response with its body unread. The time-out applies until the response begins. */
export async function openOnce(send: Fetch, attempt: Attempt): Promise<FetchAnswer> {
  const time = new AttemptTime(attempt);
  try {
    const response = await send(attempt.url, requestOf(attempt, time));
    if (!response.ok) throw failureOf(response, await wholeText(response, time));
    return response;
  } catch (error) {
    throw time.failureOf(error);
  } finally {
    time.end();
  }
}

function requestOf({ headers, body }: Attempt, time: AttemptTime): FetchRequest {
  return {
    method: "POST",
    headers,
    body,
    get signal() {
      return time.signal;
    },
    aborter: time,
    redirect: "error",
  };
}

function requestIdOf({ headers }: FetchAnswer): string {
  return headers.get("x-request-id") ?? "";
}

function failureOf(response: FetchAnswer, text: string): ParleyError {
  const wait = retryAfterMs(response.headers.get("retry-after"), Date.now());
  const replayed = response.headers.get("idempotent-replayed") === "true";
  return errorOf(response.status, text, requestIdOf(response), wait, replayed);
}

function resultOf(text: string, { path }: Attempt): Readonly<Record<string, unknown>> {
  try {
    const { result } = JSON.parse(text) as { result?: Readonly<Record<string, unknown>> };
    if (typeof result === "object" && result !== null) return result;
  } catch (error) {
    // HTTP does not notice that a response without a length was cut off.
    throw connectionError(`The response of ${path} is not valid JSON: ${text.slice(0, 100)}`, error);
  }
  throw connectionError(`The response of ${path} has no result: ${text.slice(0, 100)}`, undefined);
}
