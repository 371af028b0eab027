import type { RpcTls } from "./rpc-tls.ts";

export interface EndpointOptions {
  readonly baseUrl: URL;
  readonly maxMessageBytes: number;
  /** Most connections for unary calls to one address. */
  readonly maxConnections: number;
  readonly connectTimeoutMs: number;
  /** A connection of this age, in ms, takes no further call. */
  readonly connectionAgeMs: number;
  /** For https. */
  readonly tls?: RpcTls | undefined;
}
