import type { DescMessage, DescMethodStreaming, MessageInitShape } from "@bufbuild/protobuf";
import { ConnectError, type StreamResponse } from "@connectrpc/connect";
import type { Endpoint } from "./addresses/endpoint.ts";
import type { Endpoints } from "./addresses/endpoints.ts";
import { bearer } from "./service-tokens.ts";
import { once, single } from "./single.ts";
import type { HeadersInit } from "./to-headers.ts";

interface StreamCallerOptions {
  readonly token: string | undefined;
  readonly defaultTimeoutMs: number;
}

/** Streams to one service over HTTP/2, each to the address with the fewest calls in flight. */
export class StreamCaller {
  readonly #options: StreamCallerOptions;
  readonly #endpoints: Endpoints;

  constructor(options: StreamCallerOptions, endpoints: Endpoints) {
    this.#options = options;
    this.#endpoints = endpoints;
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
    // A single request can be sent to another address; a stream of requests cannot.
    const only = method.methodKind === "server_streaming" ? await single(input) : undefined;
    const tried = new Set<Endpoint>();
    for (;;) {
      const endpoint = await this.#endpoints.choose(tried);
      const isLast = only === undefined || tried.has(endpoint) || !this.#endpoints.hasOthers;
      tried.add(endpoint);
      const requests = only === undefined ? input : once(only);
      try {
        return await endpoint.stream((transport) => transport.stream(method, signal, timeoutMs ?? defaultTimeoutMs, headers, requests));
      } catch (error) {
        if (!isRefused(error)) throw error;
        endpoint.leaveOut(performance.now());
        this.#endpoints.suspect();
        if (isLast) throw error;
      }
    }
  }
}

/** Whether no connection was established, so that nothing was sent. */
function isRefused(error: unknown): boolean {
  const cause = error instanceof ConnectError ? error.cause : undefined;
  return cause instanceof Error && "syscall" in cause && cause.syscall === "connect";
}
