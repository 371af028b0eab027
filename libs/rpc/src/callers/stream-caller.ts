import type { DescMessage, DescMethodStreaming, MessageInitShape } from "@bufbuild/protobuf";
import { Code, ConnectError, type StreamResponse, type Transport } from "@connectrpc/connect";
import type { Endpoint } from "../addresses/endpoint.ts";
import type { Endpoints } from "../addresses/endpoints.ts";
import type { HeadersInit } from "../headers/idempotency-key.ts";
import { bearer } from "../served/service-tokens.ts";
import { once, single } from "../served/single.ts";
import { ConnectionShares, holderOf } from "./connection-shares.ts";

interface StreamCallerOptions {
  readonly token: string | undefined;
  readonly defaultTimeoutMs: number;
  /** Most streams at a time to each address. */
  readonly maxStreams: number;
  readonly maxWaiting: number;
}

/** Most streams at a time on one connection: calls that listen for changes last for minutes, one for each API key that has readers. */
export const streamsPerConnection = 2_048;

/** Streams to one service over HTTP/2, each to the address with the fewest calls in flight. */
export class StreamCaller {
  readonly #options: StreamCallerOptions;
  readonly #endpoints: Endpoints;
  readonly #shares: ConnectionShares;

  constructor(options: StreamCallerOptions, endpoints: Endpoints) {
    this.#options = options;
    this.#endpoints = endpoints;
    const capacity = () => endpoints.usableCount() * options.maxStreams;
    this.#shares = new ConnectionShares({ capacity, mostWaiting: options.maxWaiting });
  }

  async call<I extends DescMessage, O extends DescMessage>(
    method: DescMethodStreaming<I, O>,
    signal: AbortSignal | undefined,
    timeoutMs: number | undefined,
    header: HeadersInit,
    input: AsyncIterable<MessageInitShape<I>>,
  ): Promise<StreamResponse<I, O>> {
    const { token, defaultTimeoutMs } = this.#options;
    const headers = new Headers(header);
    if (token !== undefined) headers.set("authorization", bearer(token));
    const time = timeoutMs !== undefined && timeoutMs > 0 ? timeoutMs : defaultTimeoutMs;
    const deadlineMs = performance.now() + time;
    // A single request can be sent to another address; a stream of requests cannot, and its holder is not known before it is sent.
    const only = method.methodKind === "server_streaming" ? await single(input) : undefined;
    const holder = only === undefined ? "" : holderOf(only);
    if (!this.#shares.tryTake(holder)) await this.#shares.wait(holder, time, signal);
    const giveBack = this.#onceAtTheEnd(holder, signal, deadlineMs);
    try {
      const answer = await this.#open(only !== undefined, (transport) => {
        const leftMs = Math.max(1, Math.ceil(deadlineMs - performance.now()));
        return transport.stream(method, signal, leftMs, headers, only === undefined ? input : once(only));
      });
      return { ...answer, message: thenCall(giveBack, unlessCutOff(answer.message, signal)) };
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  /** Opens a stream at one address after the other until one accepts it, or at a single address if it cannot be repeated. */
  async #open<I extends DescMessage, O extends DescMessage>(
    mayRepeat: boolean,
    open: (transport: Transport) => Promise<StreamResponse<I, O>>,
  ): Promise<StreamResponse<I, O>> {
    const tried = new Set<Endpoint>();
    for (;;) {
      const endpoint = await this.#endpoints.choose(tried);
      const isLast = !mayRepeat || tried.has(endpoint) || !this.#endpoints.hasOthers;
      tried.add(endpoint);
      try {
        return await endpoint.stream(open);
      } catch (error) {
        if (!isRefused(error)) throw error;
        endpoint.leaveOut(performance.now());
        this.#endpoints.suspect();
        if (isLast) throw error;
      }
    }
  }

  /**
   * Returns a function that releases the stream's place. The place is also released when the stream ends although nobody reads on: when its
   * signal is aborted or its deadline passes.
   */
  #onceAtTheEnd(holder: string, signal: AbortSignal | undefined, deadlineMs: number): () => void {
    const giveBack = () => {
      if (!held) return;
      held = false;
      clearTimeout(timer);
      signal?.removeEventListener("abort", giveBack);
      this.#shares.giveBack(holder);
    };
    let held = true;
    const timer = setTimeout(giveBack, deadlineMs - performance.now()).unref();
    signal?.addEventListener("abort", giveBack);
    return giveBack;
  }
}

async function* thenCall<Message>(end: () => void, answers: AsyncIterable<Message>): AsyncIterable<Message> {
  try {
    yield* answers;
  } finally {
    end();
  }
}

/**
 * The responses of a stream. A broken connection is no bug of the other side, and is temporary: it becomes UNAVAILABLE, as for a unary
 * call.
 */
async function* unlessCutOff<Message>(answers: AsyncIterable<Message>, signal: AbortSignal | undefined): AsyncIterable<Message> {
  try {
    yield* answers;
  } catch (error) {
    if (signal?.aborted || !isCutOff(error)) throw error;
    throw new ConnectError("The connection of the stream was lost.", Code.Unavailable, undefined, undefined, error);
  }
}

// An error that the other side has sent is its own failure, whatever its code.
function isCutOff(error: unknown): boolean {
  return error instanceof ConnectError && !error.isWireError && cutOffCodes.includes(error.code);
}

// The codes of a reset stream, a lost connection, and an end without a status.
const cutOffCodes = [Code.Canceled, Code.Aborted, Code.Internal, Code.InvalidArgument];

/** Whether no connection was established, so that nothing was sent. */
function isRefused(error: unknown): boolean {
  const cause = error instanceof ConnectError ? error.cause : undefined;
  return cause instanceof Error && "syscall" in cause && cause.syscall === "connect";
}
