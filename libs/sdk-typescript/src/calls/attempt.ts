import { connectionError, errorOf, timeoutError } from "../errors/errors.ts";
import { retryAfterMs } from "./retries.ts";

/** One HTTP request, made ready. */
export interface Attempt {
  readonly url: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Sends a request once, and reads its answer to the end. Fails with a `ParleyError`, or with the reason of the caller's signal. */
export async function sendOnce(send: typeof fetch, attempt: Attempt): Promise<Readonly<Record<string, unknown>>> {
  return withinTime(attempt, async (signal) => {
    const response = await request(send, attempt, signal);
    const text = await textOf(response, attempt);
    if (!response.ok) throw failureOf(response, text);
    return resultOf(text, attempt);
  });
}

/** Sends a request once, and answers with its body unread. The time runs until the answer begins. */
export function openOnce(send: typeof fetch, attempt: Attempt): Promise<Response> {
  return withinTime(attempt, async (signal) => {
    const response = await request(send, attempt, signal);
    if (!response.ok) throw failureOf(response, await textOf(response, attempt));
    return response;
  });
}

async function withinTime<Result>(attempt: Attempt, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const { timeoutMs, signal, path } = attempt;
  signal?.throwIfAborted();
  const controller = new AbortController();
  const expired = { value: false };
  const timer = setTimeout(() => {
    expired.value = true;
    controller.abort();
  }, timeoutMs);
  const abandon = () => controller.abort(signal?.reason);
  signal?.addEventListener("abort", abandon, { once: true });
  try {
    return await work(controller.signal);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw expired.value ? timeoutError(timeoutMs, path) : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abandon);
  }
}

async function request(send: typeof fetch, { url, path, headers, body }: Attempt, signal: AbortSignal): Promise<Response> {
  try {
    return await send(url, { method: "POST", headers, body, signal, redirect: "error" });
  } catch (error) {
    throw connectionError(`${path} could not be reached: ${causeOf(error)}.`, error);
  }
}

async function textOf(response: Response, { path }: Attempt): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw connectionError(`The answer of ${path} broke off: ${causeOf(error)}.`, error);
  }
}

function failureOf(response: Response, text: string) {
  const wait = retryAfterMs(response.headers.get("retry-after"), Date.now());
  const replayed = response.headers.get("idempotent-replayed") === "true";
  return errorOf(response.status, text, response.headers.get("x-request-id") ?? "", wait, replayed);
}

function resultOf(text: string, { path }: Attempt): Readonly<Record<string, unknown>> {
  try {
    const { result } = JSON.parse(text) as { result?: Readonly<Record<string, unknown>> };
    if (typeof result === "object" && result !== null) return result;
  } catch (error) {
    // An answer without a length that broke off looks whole to HTTP.
    throw connectionError(`The answer of ${path} is no JSON: ${text.slice(0, 100)}`, error);
  }
  throw connectionError(`The answer of ${path} has no result: ${text.slice(0, 100)}`, undefined);
}

// `fetch` says "fetch failed" and why in its cause.
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message !== "" ? cause.message : error.message;
}
