import { isIP, type LookupFunction } from "node:net";
import type { DescMessage } from "@bufbuild/protobuf";
import type { StreamResponse, Transport } from "@connectrpc/connect";
import { GrowingDelay } from "@parley/kernel";
import { type Dispatcher, Pool } from "undici";
import { exchange, type HttpAnswer } from "../exchange/http-exchange.ts";
import type { EndpointOptions } from "./endpoint-options.ts";
import { StreamSessions } from "./stream-sessions.ts";

const firstPauseMs = 1_000;
const longestPauseMs = 15_000;
// Less than the servers' keep-alive time, so that the caller closes an idle connection first and no request meets a server that is closing
// it.
const keepAliveMs = 30_000;

/** One address of a service: its connections, and whether it may be called. */
export class Endpoint {
  readonly address: string;
  /** Running calls, streams included. */
  inFlight = 0;
  readonly #pool: Pool;
  readonly #streams: StreamSessions;
  readonly #pause = new GrowingDelay(firstPauseMs, longestPauseMs);
  #pausedUntilMs = 0;

  constructor(address: string, options: EndpointOptions) {
    this.address = address;
    const { baseUrl, connectTimeoutMs, connectionAgeMs, tls } = options;
    // Only the connection's destination is decided here; the name is still presented and verified.
    const lookup = lookupOf(address);
    this.#pool = new Pool(baseUrl.origin, {
      connections: options.maxConnections,
      connect: { timeout: connectTimeoutMs, lookup, ...tls },
      maxResponseSize: options.maxMessageBytes,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMs,
      // Behind a virtual address each connection reaches one of many processes; an old connection would never reach processes that started
      // later.
      clientTtl: connectionAgeMs,
      allowH2: false,
      // Not needed: every call has its own deadline, which covers headers and body.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    this.#streams = new StreamSessions(options, lookup);
  }

  /** Whether the address may be called: it has not failed lately, or its pause is over and no other call is probing it. */
  isUsable(nowMs: number): boolean {
    return this.#pause.isReset || (nowMs >= this.#pausedUntilMs && this.inFlight === 0);
  }

  get pausedUntilMs(): number {
    return this.#pausedUntilMs;
  }

  async exchange(request: Dispatcher.DispatchOptions, timeoutMs: number, signal: AbortSignal | undefined): Promise<HttpAnswer> {
    this.inFlight++;
    try {
      const answer = await exchange(this.#pool, request, timeoutMs, signal);
      this.#pause.reset();
      return answer;
    } finally {
      this.inFlight--;
    }
  }

  /** Opens a stream; it counts as running until its last message. */
  async stream<I extends DescMessage, O extends DescMessage>(
    open: (transport: Transport) => Promise<StreamResponse<I, O>>,
  ): Promise<StreamResponse<I, O>> {
    this.inFlight++;
    let answer: StreamResponse<I, O>;
    try {
      answer = await open(this.#streams.transport());
    } catch (error) {
      this.inFlight--;
      throw error;
    }
    this.#pause.reset();
    return { ...answer, message: this.#counted(answer.message) };
  }

  /** Excludes the address for a moment, longer each time until it responds. Failures of calls that ran together count once. */
  leaveOut(nowMs: number): void {
    if (nowMs < this.#pausedUntilMs) return;
    this.#pausedUntilMs = nowMs + this.#pause.next();
  }

  /** Ends streams at once; resolves when the running unary calls have ended. */
  async close(): Promise<void> {
    this.#streams.abort();
    await this.#pool.close();
  }

  async *#counted<Message>(answers: AsyncIterable<Message>): AsyncIterable<Message> {
    try {
      yield* answers;
    } finally {
      this.inFlight--;
    }
  }
}

function lookupOf(address: string): LookupFunction {
  const family = isIP(address);
  return (_host, options, callback) => {
    if (options.all) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
}
