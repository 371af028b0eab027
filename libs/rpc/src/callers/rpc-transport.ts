import type { Transport } from "@connectrpc/connect";
import type { RpcTls } from "../addresses/endpoint-options.ts";
import { Endpoints, type ResolveAddresses } from "../addresses/endpoints.ts";
import { StreamCaller, streamsPerConnection } from "./stream-caller.ts";
import { UnaryCaller } from "./unary-caller.ts";

export interface RpcTransportOptions {
  /** Where the other side listens, for example `http://users:8080`. */
  readonly baseUrl: string;
  /** Service tokens, newest first: the first is presented. */
  readonly tokens?: readonly string[];
  /** The time-out of a call that sets none; 10 s. */
  readonly defaultTimeoutMs?: number;
  /** Largest request and largest response, each message of a stream by itself; 4 MiB. */
  readonly maxMessageBytes?: number;
  /**
   * Most unary calls at a time, and most that wait for other calls of their API key; further ones fail at once with RESOURCE_EXHAUSTED.
   * 1,024.
   */
  readonly maxCalls?: number;
  /** Most connections for unary calls to each address, a quarter of them for one API key; further calls wait for one. 64. */
  readonly maxConnections?: number;
  /**
   * Most long polls at a time (calls that ask the other side to wait, `wait_ms`), a quarter of them for one API key. They have connections
   * of their own. 1,024.
   */
  readonly maxWaitingCalls?: number;
  /** Most streams at a time to each address, a quarter of them for one API key. 2,048. */
  readonly maxStreams?: number;
  /** 2 s. */
  readonly connectTimeoutMs?: number;
  /** A connection of this age takes no further call. 30 s. */
  readonly connectionAgeMs?: number;
  /** For https: the authority of the other side's certificate, and the certificate to present when it asks for one. */
  readonly tls?: RpcTls | undefined;
  /** Resolves a name to addresses; the system's resolver by default. */
  readonly resolve?: ResolveAddresses;
  /** How old the addresses of a name in use may be. 2 s. */
  readonly resolveEveryMs?: number;
}

/**
 * Calls a service in other processes, each call at the address of its name with the fewest calls in flight. Unary calls use kept HTTP/1.1
 * connections in Connect's binary protocol, at a fraction of the cost of the libraries' transports (`npm run bench -- rpc`); streams use
 * HTTP/2 by Connect's own transport.
 */
export function createRpcTransport(options: RpcTransportOptions): Transport & { close(): Promise<void> } {
  const { tokens: [token] = [], defaultTimeoutMs = 10_000, maxMessageBytes = 4 * 1024 * 1024, maxCalls = 1_024 } = options;
  const { maxConnections = 64, maxWaitingCalls = 1_024, maxStreams = streamsPerConnection } = options;
  const { connectTimeoutMs = 2_000, connectionAgeMs = 30_000, resolveEveryMs = 2_000, resolve } = options;
  const baseUrl = new URL(options.baseUrl);
  const endpointsWith = (maxConnections: number) =>
    new Endpoints({
      baseUrl,
      maxMessageBytes,
      maxConnections,
      connectTimeoutMs,
      connectionAgeMs,
      resolveEveryMs,
      tls: options.tls,
      ...(resolve === undefined ? {} : { resolve }),
    });
  const endpoints = endpointsWith(maxConnections);
  const waitingEndpoints = endpointsWith(maxWaitingCalls);
  const common = { baseUrl, token, defaultTimeoutMs, maxMessageBytes };
  const unary = new UnaryCaller({ ...common, maxCalls, maxConnections }, endpoints);
  // A long poll holds its connection while it waits: on the other calls' connections it would take the places of short calls.
  const waiting = new UnaryCaller(
    { ...common, maxCalls: maxWaitingCalls, maxConnections: maxWaitingCalls, staysWithAddress: true },
    waitingEndpoints,
  );
  const streams = new StreamCaller({ token, defaultTimeoutMs, maxStreams, maxWaiting: maxCalls }, endpoints);
  return {
    unary: (method, signal, timeoutMs, header, input) => (waits(input) ? waiting : unary).call(method, signal, timeoutMs, header, input),
    stream: (method, signal, timeoutMs, header, input) => streams.call(method, signal, timeoutMs, header, input),
    async close() {
      await Promise.all([endpoints.close(), waitingEndpoints.close()]);
    },
  };
}

/** Whether the request is a long poll, which asks the other side to wait until there is something to return. */
function waits(request: object): boolean {
  const { waitMs = 0 } = request as { waitMs?: number };
  return waitMs > 0;
}
