import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";

/** The most bytes of a response that are read, and the most that are kept. */
const maxReadBytes = 64 * 1024;
const maxKeptBytes = 16 * 1024;
const maxLocationLength = 300;

export interface EndpointResponse {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** Where a redirect leads, as the endpoint wrote it. */
  readonly location: string | undefined;
  readonly excerpt: string;
}

/** The time for the whole exchange ended without a response. */
export class ExchangeTimeout extends Error {}

/** The process is stopping. */
export class ExchangeAborted extends Error {}

/**
 * Sends one request. The status decides its result: the body is read up to the limits, so that the connection can be reused, and a longer
 * or slower body is cut off. Uses undici's dispatcher directly: a stream, an async resource and a promise for the body would cost more than
 * the request.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<EndpointResponse> {
  return new Promise((resolve, reject) => dispatcher.dispatch(request, new Exchange(resolve, reject, timeoutMs, signal)));
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly #resolve: (answer: EndpointResponse) => void;
  readonly #reject: (error: Error) => void;
  readonly #others: Set<Exchange>;
  readonly #timer: NodeJS.Timeout;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #givenUp: Error | undefined;
  #settled = false;
  #bytes = 0;
  #status = 0;
  #retryAfter: string | undefined;
  #location: string | undefined;

  constructor(resolve: (answer: EndpointResponse) => void, reject: (error: Error) => void, timeoutMs: number, signal: AbortSignal) {
    this.#resolve = resolve;
    this.#reject = reject;
    this.#others = exchangesUnder(signal);
    this.#timer = setTimeout(() => this.#giveUp(new ExchangeTimeout(`There was no response within ${timeoutMs} ms.`)), timeoutMs);
    if (signal.aborted) this.abort();
    else this.#others.add(this);
  }

  abort(): void {
    this.#giveUp(new ExchangeAborted("The process stops."));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // Aborted while it waited for a connection. If this throws, undici drops the request and keeps the connection.
    if (this.#givenUp !== undefined) throw this.#givenUp;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // An informational response (103 Early Hints) precedes the real one.
    if (status < 200) return;
    this.#status = status;
    this.#retryAfter = headers["retry-after"];
    // A header that is sent twice is a list.
    this.#location = [headers.location].flat()[0]?.slice(0, maxLocationLength);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#bytes < maxKeptBytes) this.#chunks.push(chunk.subarray(0, maxKeptBytes - this.#bytes));
    this.#bytes += chunk.length;
    if (this.#bytes <= maxReadBytes) return;
    this.#answer();
    controller.abort(new Error("The response exceeds the bytes to read."));
  }

  onResponseEnd(): void {
    this.#answer();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    // Once the status has arrived, a broken connection does not matter.
    if (this.#status !== 0) this.#answer();
    else if (this.#settle()) this.#reject(this.#givenUp ?? error);
  }

  #giveUp(error: Error): void {
    this.#givenUp = error;
    if (this.#status !== 0) this.#answer();
    else if (this.#settle()) this.#reject(error);
    this.#controller?.abort(error);
  }

  #answer(): void {
    if (!this.#settle()) return;
    this.#resolve({
      status: this.#status,
      retryAfter: this.#retryAfter,
      location: this.#location,
      excerpt: textOf(this.#chunks),
    });
  }

  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#others.delete(this);
    return true;
  }
}

const running = new WeakMap<AbortSignal, Set<Exchange>>();

// A signal compares a listener with all others whenever one comes or goes, so the exchanges of a signal share one.
function exchangesUnder(signal: AbortSignal): Set<Exchange> {
  const known = running.get(signal);
  if (known !== undefined) return known;
  const exchanges = new Set<Exchange>();
  running.set(signal, exchanges);
  const abortAll = () => {
    for (const exchange of exchanges) exchange.abort();
  };
  signal.addEventListener("abort", abortAll, { once: true });
  return exchanges;
}

// Storable as text, and no longer in bytes than the part read: replacing invalid UTF-8 makes text longer.
function textOf(chunks: readonly Buffer[]): string {
  if (chunks.length === 0) return "";
  const text = Buffer.concat(chunks).toString("utf8").replaceAll("\0", "\ufffd");
  if (Buffer.byteLength(text) <= maxKeptBytes) return text;
  return Buffer.from(text)
    .subarray(0, maxKeptBytes - 3)
    .toString("utf8");
}
