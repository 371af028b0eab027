import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { anyPort, EgressRules, hostOf, type Network, networks } from "@parley/egress";
import { BlockedAddress, dnsResolveHost, type EgressGuard } from "../../webhooks/guard/egress-guard.ts";

/** The rules for connecting to a mail server. */
export interface MailRoute {
  /** The addresses of a server's host. Fails with `BlockedAddress` if mails must not be sent to the host or port of the URL. */
  addressesOf(url: URL): Promise<readonly LookupAddress[]>;
  /** Whether mails may be sent to the address. */
  isAllowed(address: string): boolean;
  /** Whether mails may be sent there without TLS, or with an invalid certificate. */
  mayBePlain(address: string): boolean;
}

/** The route to a customer's server: without TLS only in networks that the operator has allowed. */
export function routeToCustomer(guard: EgressGuard): MailRoute {
  return {
    addressesOf: async (url) => {
      guard.refuseUrl(url);
      return guard.addressesOf(hostOrBlocked(url));
    },
    isAllowed: (address) => guard.isAllowed(address),
    mayBePlain: (address) => guard.isNamed(address),
  };
}

/**
 * The route to the installation's own server, which may be anywhere: without TLS on this machine, in networks that the operator has
 * allowed, and where `allowPlain` is set.
 */
export function routeToOwnServer(allowed: readonly Network[], allowPlain: boolean): MailRoute {
  const plain = new EgressRules({ networks: [...networks("127.0.0.0/8", "::1"), ...allowed], ports: anyPort });
  const resolve = dnsResolveHost();
  return {
    addressesOf: async (url) => {
      const host = hostOrBlocked(url);
      // Name servers do not know `/etc/hosts` and names that the system completes, which an operator may well use.
      return resolve(host).catch(() => lookup(host, { all: true }));
    },
    isAllowed: () => true,
    mayBePlain: (address) => allowPlain || plain.isNamed(address),
  };
}

function hostOrBlocked(url: URL): string {
  const host = hostOf(url);
  if (host === undefined) throw new BlockedAddress(url.hostname);
  return host;
}
