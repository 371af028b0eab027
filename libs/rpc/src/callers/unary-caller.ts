import { setTimeout as delay } from "node:timers/promises";
import type { DescMessage, DescMethodUnary, MessageInitShape } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, type UnaryResponse } from "@connectrpc/connect";
import { contentTypeUnaryProto, protocolVersion } from "@connectrpc/connect/protocol-connect";
import { errors } from "undici";
import type { Endpoint } from "../addresses/endpoint.ts";
import type { Endpoints } from "../addresses/endpoints.ts";
import { ConnectionFault, type HttpAnswer } from "../exchange/http-exchange.ts";
import { asRepetition, type HeadersInit, idempotencyKeyHeader, maxSendings } from "../headers/idempotency-key.ts";
import { bearer } from "../served/service-tokens.ts";
import { ConnectionShares, holderOf } from "./connection-shares.ts";
import { type UnaryCodec, unaryCodec } from "./unary-codec.ts";

interface UnaryCallerOptions {
  readonly baseUrl: URL;
  readonly token: string | undefined;
  readonly defaultTimeoutMs: number;
  readonly maxMessageBytes: number;
  readonly maxCalls: number;
  /** Per address. */
  readonly maxConnections: number;
  /** A read keeps its first address for all of its time, because a slow response is expected (long poll). */
  readonly staysWithAddress?: true;
}

const firstDelayMs = 50;
// A read gives its first address half of its time, and at least this long, before it tries another.
const shortestFirstTryMs = 2_000;

/** Unary calls to one service, in Connect's binary protocol over kept HTTP/1.1 connections to each of its addresses. */
export class UnaryCaller {
  readonly #options: UnaryCallerOptions;
  readonly #endpoints: Endpoints;
  readonly #fixedHeaders: readonly string[];
  readonly #codecs = new Map<DescMethodUnary, UnaryCodec<DescMessage, DescMessage>>();
  readonly #repeats = new RepeatBudget();
  readonly #shares: ConnectionShares;

  constructor(options: UnaryCallerOptions, endpoints: Endpoints) {
    this.#options = options;
    this.#endpoints = endpoints;
    const { maxConnections, maxCalls } = options;
    this.#shares = new ConnectionShares({ capacity: () => endpoints.usableCount() * maxConnections, mostWaiting: maxCalls });
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
    if (this.#shares.taken >= maxCalls)
      throw new ConnectError(`More than ${maxCalls} calls are waiting for ${this.#options.baseUrl}.`, Code.ResourceExhausted);
    const time = timeoutMs !== undefined && timeoutMs > 0 ? timeoutMs : defaultTimeoutMs;
    const codec = this.#codec(method);
    const body = codec.encode(message);
    const holder = holderOf(message);
    const deadlineMs = performance.now() + time;
    if (!this.#shares.tryTake(holder)) await this.#shares.wait(holder, time, signal);
    try {
      return codec.decode(await this.#send({ method, path: codec.path, header, body }, deadlineMs, signal));
    } catch (error) {
      throw this.#connectError(error);
    } finally {
      this.#shares.giveBack(holder);
    }
  }

  /**
   * Sends the call. If the connection fails, and for a read also after a time-out, the call is sent again, provided that a repeat has no
   * second effect: up to four times in all, each time to an address that was not tried yet if there is one. Before an address is tried
   * again there is a short delay, so that a process that is being replaced can listen again.
   */
  async #send(call: EncodedCall, deadlineMs: number, signal: AbortSignal | undefined): Promise<HttpAnswer> {
    const tried = new Set<Endpoint>();
    this.#repeats.earn();
    let sendings = 0;
    for (let attempt = 1; ; attempt++) {
      const endpoint = await this.#endpoints.choose(tried);
      const leftMs = Math.max(1, deadlineMs - performance.now());
      if (tried.has(endpoint)) await delay(Math.min(firstDelayMs * attempt, leftMs));
      tried.add(endpoint);
      try {
        const sent = sendings > 0 ? { ...call, header: asRepetition(call.header, sendings) } : call;
        return await this.#attempt(endpoint, sent, attempt, Math.max(1, deadlineMs - performance.now()), signal);
      } catch (error) {
        if (attempt === maxSendings || !this.#mayRepeat(error, call, deadlineMs, signal)) throw error;
        if (!(error instanceof ConnectionFault) || error.sent) sendings++;
        endpoint.leaveOut(performance.now());
        this.#endpoints.suspect();
      }
    }
  }

  #attempt(endpoint: Endpoint, call: EncodedCall, attempt: number, leftMs: number, signal?: AbortSignal): Promise<HttpAnswer> {
    const { method, path, header, body } = call;
    // The called service gets all of the remaining time; the caller decides when to try another address.
    const request = { method: "POST", path, headers: this.#headers(Math.ceil(leftMs), header), body };
    const isSplit = attempt === 1 && this.#options.staysWithAddress !== true && isRead(method) && this.#endpoints.hasOthers;
    return endpoint.exchange(request, isSplit ? Math.min(leftMs, Math.max(shortestFirstTryMs, leftMs / 2)) : leftMs, signal);
  }

  #mayRepeat(error: unknown, { method, header }: EncodedCall, deadlineMs: number, signal: AbortSignal | undefined): boolean {
    if (signal?.aborted === true) return false;
    if (error instanceof ConnectionFault) return !error.sent || isRepeatable(method) || hasRepeatKey(header);
    const isTimeout = error instanceof ConnectError && error.code === Code.DeadlineExceeded;
    return isTimeout && isRead(method) && performance.now() < deadlineMs - 1 && this.#repeats.spend();
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
    return new ConnectError(`${baseUrl.origin} does not respond: ${String(error)}`, Code.Unavailable, undefined, undefined, error);
  }
}

interface EncodedCall {
  readonly method: DescMethodUnary;
  readonly path: string;
  readonly header: HeadersInit;
  readonly body: Uint8Array;
}

function isRepeatable({ idempotency }: DescMethodUnary): boolean {
  return idempotency !== MethodOptions_IdempotencyLevel.IDEMPOTENCY_UNKNOWN;
}

// The sender may repeat the whole request under its idempotency key, and its calls then carry the same keys.
function hasRepeatKey(header: HeadersInit): boolean {
  return header !== undefined && new Headers(header).has(idempotencyKeyHeader);
}

function isRead({ idempotency }: DescMethodUnary): boolean {
  return idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS;
}

const share = 0.1;
const most = 10;

/** A retry budget: limits the load that repeats add to a slow service to one in ten calls. */
export class RepeatBudget {
  #left = most;

  /** Called for the first sending of every call. */
  earn(): void {
    this.#left = Math.min(most, this.#left + share);
  }

  /** Whether the budget allows one more repeat; if so, spends it. */
  spend(): boolean {
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }
}
