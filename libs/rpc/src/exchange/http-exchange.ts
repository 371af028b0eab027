import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";
import { abortError, timedOut } from "./abort-reason.ts";

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}

/** The connection failed before any of the response arrived. */
export class ConnectionFault extends Error {
  /** False when it is certain that nothing of the request was written, so that sending it again cannot repeat its effect. */
  readonly sent: boolean;

  constructor(sent: boolean, cause: Error) {
    super(cause.message, { cause });
    this.name = "ConnectionFault";
    this.sent = sent;
  }
}

/**
 * Sends one request and reads its whole response, whose size undici limits. Fails with `ConnectionFault` if the connection fails before a
 * response, and with a `ConnectError` when the time-out passes or the signal is aborted. Uses undici's dispatcher directly: `pool.request`
 * would add a stream, an async resource and a promise for the body.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const running = new Exchange(resolve, reject, timeoutMs, signal);
    if (signal?.aborted === true) running.abort();
    else dispatcher.dispatch(request, running);
  });
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly #resolve: (answer: HttpAnswer) => void;
  readonly #reject: (error: Error) => void;
  readonly #signal: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #givenUp: Error | undefined;
  #status = 0;
  #headers: IncomingHttpHeaders = {};

  constructor(resolve: (answer: HttpAnswer) => void, reject: (error: Error) => void, timeoutMs: number, signal: AbortSignal | undefined) {
    this.#resolve = resolve;
    this.#reject = reject;
    this.#signal = signal;
    this.#timer = setTimeout(() => this.#giveUp(timedOut()), timeoutMs);
    signal?.addEventListener("abort", this.abort, { once: true });
  }

  readonly abort = (): void => {
    this.#giveUp(abortError(this.#signal?.reason));
  };

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The call was aborted while it waited for a connection. When this throws, undici drops the request and keeps the connection.
    if (this.#givenUp !== undefined) throw this.#givenUp;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#settle();
    const [first] = this.#chunks;
    const body = first !== undefined && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
    this.#resolve({ status: this.#status, headers: this.#headers, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#settle();
    this.#reject(this.#status === 0 ? new ConnectionFault(this.#controller !== undefined, error) : error);
  }

  #giveUp(error: Error): void {
    this.#settle();
    this.#givenUp = error;
    this.#reject(error);
    this.#controller?.abort(error);
  }

  #settle(): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener("abort", this.abort);
  }
}
