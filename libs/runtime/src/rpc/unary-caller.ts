import { setTimeout as delay } from "node:timers/promises";
import type { DescMessage, DescMethodUnary, MessageInitShape } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, type UnaryResponse } from "@connectrpc/connect";
import { contentTypeUnaryProto, protocolVersion } from "@connectrpc/connect/protocol-connect";
import { type Dispatcher, errors, Pool } from "undici";
import { ConnectionFault, exchange, type HttpAnswer } from "./http-exchange.ts";
import { bearer } from "./service-tokens.ts";
import type { HeadersInit } from "./to-headers.ts";
import { type UnaryCodec, unaryCodec } from "./unary-codec.ts";

export interface UnaryCallerOptions {
  readonly baseUrl: URL;
  readonly token: string | undefined;
  readonly defaultTimeoutMs: number;
  readonly maxMessageBytes: number;
  readonly maxCalls: number;
  readonly maxConnections: number;
  readonly connectTimeoutMs: number;
}

// Time for a process that is being replaced to listen, or for its name to point elsewhere.
const retryDelayMs = 50;
// Less than servers keep theirs, so that the caller closes an idle connection and no request meets a server that is closing it.
const keepAliveMs = 30_000;

/** Unary calls to one address over a pool of kept HTTP/1.1 connections. */
export class UnaryCaller {
  readonly #options: UnaryCallerOptions;
  readonly #pool: Pool;
  readonly #fixedHeaders: readonly string[];
  readonly #codecs = new Map<DescMethodUnary, UnaryCodec<DescMessage, DescMessage>>();
  #running = 0;

  constructor(options: UnaryCallerOptions) {
    this.#options = options;
    this.#pool = new Pool(options.baseUrl.origin, {
      connections: options.maxConnections,
      connect: { timeout: options.connectTimeoutMs },
      maxResponseSize: options.maxMessageBytes,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMs,
      allowH2: false,
      // Every call brings a deadline of its own, which covers both.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    this.#fixedHeaders = ["content-type", contentTypeUnaryProto, "connect-protocol-version", protocolVersion];
    if (options.token !== undefined) this.#fixedHeaders = [...this.#fixedHeaders, "authorization", bearer(options.token)];
  }

  async call<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    signal: AbortSignal | undefined,
    timeoutMs: number | undefined,
    header: HeadersInit,
    message: MessageInitShape<I>,
  ): Promise<UnaryResponse<I, O>> {
    const { maxCalls, defaultTimeoutMs } = this.#options;
    if (this.#running >= maxCalls)
      throw new ConnectError(`More than ${maxCalls} calls are waiting for ${this.#options.baseUrl}.`, Code.ResourceExhausted);
    const time = timeoutMs !== undefined && timeoutMs > 0 ? timeoutMs : defaultTimeoutMs;
    const codec = this.#codec(method);
    const request = { method: "POST", path: codec.path, headers: this.#headers(time, header), body: codec.encode(message) };
    this.#running++;
    try {
      return codec.decode(await this.#send(request, isRepeatable(method), time, signal));
    } catch (error) {
      throw this.#connectError(error);
    } finally {
      this.#running--;
    }
  }

  /** Settles when the calls that run have ended. */
  close(): Promise<void> {
    return this.#pool.close();
  }

  /** Sends once more when the connection failed and doing so cannot do anything twice. */
  async #send(
    request: Dispatcher.DispatchOptions,
    repeatable: boolean,
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): Promise<HttpAnswer> {
    const deadlineMs = performance.now() + timeoutMs;
    try {
      return await exchange(this.#pool, request, timeoutMs, signal);
    } catch (error) {
      if (!(error instanceof ConnectionFault) || (error.sent && !repeatable)) throw error;
      // A kept connection that the server had just closed: another one will do. No connection at all: give it a moment.
      if (!error.sent) await delay(Math.min(retryDelayMs, timeoutMs));
      return await exchange(this.#pool, request, Math.max(1, deadlineMs - performance.now()), signal);
    }
  }

  #headers(timeoutMs: number, header: HeadersInit): string[] {
    const headers = [...this.#fixedHeaders, "connect-timeout-ms", String(timeoutMs)];
    if (header === undefined) return headers;
    const pairs = header instanceof Headers || Array.isArray(header) ? header : Object.entries(header);
    for (const [name, value] of pairs) if (name !== undefined && value !== undefined) headers.push(name, value);
    return headers;
  }

  #codec<I extends DescMessage, O extends DescMessage>(method: DescMethodUnary<I, O>): UnaryCodec<I, O> {
    const known = this.#codecs.get(method);
    if (known !== undefined) return known as UnaryCodec<I, O>;
    const codec = unaryCodec(method, this.#options.baseUrl.pathname.replace(/\/$/, ""), this.#options.maxMessageBytes);
    this.#codecs.set(method, codec as UnaryCodec<DescMessage, DescMessage>);
    return codec;
  }

  #connectError(error: unknown): ConnectError {
    if (error instanceof ConnectError) return error;
    const { baseUrl, maxMessageBytes } = this.#options;
    if (error instanceof errors.ResponseExceededMaxSizeError) {
      return new ConnectError(
        `message size is larger than configured readMaxBytes ${maxMessageBytes}`,
        Code.ResourceExhausted,
        undefined,
        undefined,
        error,
      );
    }
    return new ConnectError(`${baseUrl.origin} does not answer: ${String(error)}`, Code.Unavailable, undefined, undefined, error);
  }
}

function isRepeatable(method: DescMethodUnary): boolean {
  return method.idempotency !== MethodOptions_IdempotencyLevel.IDEMPOTENCY_UNKNOWN;
}
