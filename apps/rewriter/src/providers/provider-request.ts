import type { IncomingHttpHeaders } from "node:http";
import { retryAfterMs } from "@parley/runtime";
import type { Dispatcher } from "undici";
import { EventLines } from "./event-lines.ts";
import type { Exchange } from "./exchange.ts";

// How far the provider may be ahead of a stream's reader.
const maxUnreadBytes = 64 * 1024;
const eventStream = "text/event-stream";

/**
 * One request and its response as a `Response`: read to its end first, or passed on as it arrives if it is a stream of events. A response that
 * is whole although a stream was asked for is left to the exchange, because no SDK reads it. Uses
 * undici's dispatcher directly: `pool.request` would add a stream and a promise for the body, at a quarter of the cost of the whole call.
 */
export class ProviderRequest implements Dispatcher.DispatchHandler {
  readonly #exchange: Exchange;
  readonly #signal: AbortSignal | undefined;
  readonly #asksForStream: boolean;
  readonly #lines = new EventLines();
  readonly #answer = Promise.withResolvers<Response>();
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  #about: { status: number; headers: { "content-type": string } } = { status: 0, headers: { "content-type": "" } };

  constructor(
    exchange: Exchange,
    { signal, asksForStream }: { readonly signal: AbortSignal | undefined; readonly asksForStream: boolean },
  ) {
    this.#exchange = exchange;
    this.#signal = signal;
    this.#asksForStream = asksForStream;
  }

  /** Fails with the error that broke the connection, or with the signal's reason; the exchange records it as its fault. */
  send(dispatcher: Dispatcher, request: Dispatcher.DispatchOptions): Promise<Response> {
    if (this.#signal?.aborted === true) {
      this.#fail(this.#signal.reason);
    } else {
      this.#signal?.addEventListener("abort", this.#abort, { once: true });
      dispatcher.dispatch(request, this);
    }
    return this.#answer.promise;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The call was aborted while it waited for a connection. When this throws, undici drops the request and keeps the connection.
    this.#signal?.throwIfAborted();
    this.#exchange.sent = true;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    const told = (headers["content-type"] ?? "").toLowerCase();
    // A server that does not say what it sends, sends what was asked for.
    const contentType = told !== "" || !isSuccess(status) ? told : this.#asksForStream ? eventStream : "application/json";
    this.#about = { status, headers: { "content-type": contentType } };
    this.#exchange.status = status;
    // LiteLLM passes the headers of the provider behind it on under such names.
    this.#exchange.retryAfterMs = retryAfterMs(headers) ?? retryAfterMs({ "retry-after": headers["llm_provider-retry-after"] });
    this.#exchange.isFinal = headers["x-should-retry"] === "false";
    if (isSuccess(status) && contentType.startsWith(eventStream)) this.#answer.resolve(new Response(this.#events(), this.#about));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    // undici reports an empty chunk whenever it continues after a pause, so pausing for it again would never end.
    if (chunk.length === 0) return;
    if (this.#stream === undefined) {
      this.#chunks.push(chunk);
      return;
    }
    const passed = this.#lines.pass(chunk);
    if (passed.length > 0) this.#stream.enqueue(passed);
    // The reader is slower than the provider; it resumes the connection when it has read everything.
    if ((this.#stream.desiredSize ?? 0) <= 0) controller.pause();
  }

  onResponseEnd(): void {
    this.#settle();
    if (this.#stream !== undefined) {
      this.#exchange.saidDone = this.#lines.saidDone;
      this.#stream.close();
      return;
    }
    const [first] = this.#chunks;
    const text = (first !== undefined && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks)).toString();
    if (!isSuccess(this.#about.status)) this.#exchange.refusal = text;
    if (this.#asksForStream && isSuccess(this.#about.status)) {
      this.#exchange.whole = text;
      this.#answer.resolve(new Response("", { status: this.#about.status, headers: { "content-type": eventStream } }));
      return;
    }
    this.#answer.resolve(new ReadResponse(text, this.#about));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error);
  }

  readonly #abort = (): void => {
    this.#fail(this.#signal?.reason);
    this.#controller?.abort(this.#signal?.reason);
  };

  #events(): ReadableStream<Uint8Array> {
    const source = {
      start: (stream: ReadableStreamDefaultController<Uint8Array>) => {
        this.#stream = stream;
      },
      pull: () => this.#controller?.resume(),
      cancel: (reason: Error) => this.#controller?.abort(reason),
    };
    return new ReadableStream(source, { highWaterMark: maxUnreadBytes, size: ({ byteLength }) => byteLength });
  }

  /** Only the first fault counts. */
  #fail(error: unknown): void {
    this.#settle();
    this.#exchange.fault ??= error;
    this.#answer.reject(error);
    this.#stream?.error(error);
  }

  #settle(): void {
    this.#signal?.removeEventListener("abort", this.#abort);
  }
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** A response whose body has been read: passing it on as a stream again would cost a fifth of the call. */
class ReadResponse extends Response {
  readonly #text: string;
  override readonly text = async (): Promise<string> => this.#text;
  // biome-ignore lint/suspicious/noExplicitAny: the standard's own signature
  override readonly json = async (): Promise<any> => JSON.parse(this.#text);

  constructor(text: string, init: ResponseInit) {
    super(null, init);
    this.#text = text;
  }
}
