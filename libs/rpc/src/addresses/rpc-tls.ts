/** What calls between services are secured with, as PEM; nothing of it is set without TLS. */
export interface RpcTls {
  /** Proves who this process is: to those who call it, and to those it calls when they ask. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  /**
   * Who vouches for the others. Set, a certificate of it is demanded of every caller, and a service that is called must have one for the name in
   * its URL; without it callers need none, and services one that the system trusts.
   */
  readonly ca?: string | undefined;
}
