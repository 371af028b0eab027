import type { Transport } from "@connectrpc/connect";
import { createConnectTransport, Http2SessionManager } from "@connectrpc/connect-node";
import { bearer } from "./service-tokens.ts";
import { UnaryCaller } from "./unary-caller.ts";

export interface RpcTransportOptions {
  /** Where the other side listens, for example `http://users:8080`. */
  readonly baseUrl: string;
  /** Service tokens, newest first: the first is presented. */
  readonly tokens?: readonly string[];
  /** How long a call may take that says nothing itself; 10 s. */
  readonly defaultTimeoutMs?: number;
  /** Largest request and largest answer, each message of a stream by itself; 4 MiB. */
  readonly maxMessageBytes?: number;
  /** Most unary calls at a time; further ones fail at once with RESOURCE_EXHAUSTED. 1,024. */
  readonly maxCalls?: number;
  /** Most connections for unary calls; further calls wait for one. 128. */
  readonly maxConnections?: number;
  /** 2 s. */
  readonly connectTimeoutMs?: number;
}

/**
 * Calls another process: unary calls over kept HTTP/1.1 connections in Connect's binary protocol, at a fraction of the cost of any of the
 * libraries' transports (performance.md); streams over HTTP/2 by Connect's own transport.
 */
export function createRpcTransport(options: RpcTransportOptions): Transport & { close(): Promise<void> } {
  const { tokens: [token] = [], defaultTimeoutMs = 10_000, maxMessageBytes = 4 * 1024 * 1024 } = options;
  const { maxCalls = 1_024, maxConnections = 128, connectTimeoutMs = 2_000 } = options;
  const baseUrl = new URL(options.baseUrl);
  const caller = new UnaryCaller({ baseUrl, token, defaultTimeoutMs, maxMessageBytes, maxCalls, maxConnections, connectTimeoutMs });
  const sessionManager = new Http2SessionManager(baseUrl, { pingIntervalMs: 20_000, idleConnectionTimeoutMs: 30_000 });
  const streams = createConnectTransport({
    baseUrl: options.baseUrl,
    httpVersion: "2",
    sessionManager,
    readMaxBytes: maxMessageBytes,
    writeMaxBytes: maxMessageBytes,
    acceptCompression: [],
    defaultTimeoutMs,
  });
  return {
    unary: (method, signal, timeoutMs, header, input) => caller.call(method, signal, timeoutMs, header, input),
    stream(method, signal, timeoutMs, header, input, contextValues) {
      const headers = new Headers(header);
      if (token !== undefined) headers.set("authorization", bearer(token));
      return streams.stream(method, signal, timeoutMs, headers, input, contextValues);
    },
    async close() {
      sessionManager.abort();
      await caller.close();
    },
  };
}
