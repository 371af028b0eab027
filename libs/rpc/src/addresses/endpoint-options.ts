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

/** The certificates for calls between services, as PEM; all are undefined without TLS. */
export interface RpcTls {
  /** Identifies this process: to its callers, and to the services that it calls if they require a certificate. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  /**
   * The certificate authority of the other processes. When set, every caller must present a certificate that it issued, and a called
   * service must have one for the host in its URL. Without it callers need no certificate, and services need one that the system trusts.
   */
  readonly ca?: string | undefined;
}
