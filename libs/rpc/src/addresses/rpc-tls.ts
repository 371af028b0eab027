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
