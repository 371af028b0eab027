/** The certificates for calls between services, as PEM; all are undefined without TLS. */
export interface RpcTls {
  /** Proves who this process is: to its callers, and to the services that it calls when they ask. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  /**
   * The authority of the other processes. When set, every caller must present a certificate of it, and a called service must have one for
   * the name in its URL; without it callers need none, and services one that the system trusts.
   */
  readonly ca?: string | undefined;
}
