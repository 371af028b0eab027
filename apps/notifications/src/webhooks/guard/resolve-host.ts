import type { LookupAddress } from "node:dns";
import { lookup, Resolver } from "node:dns/promises";
import { isIP } from "node:net";

/** All addresses of a host name; a literal is its own. Fails as `node:dns` does. */
export type ResolveHost = (host: string) => Promise<readonly LookupAddress[]>;

const timeoutMs = 2_000;
const tries = 2;

/**
 * Asks name servers without a thread: the system's resolver has four of them, and four endpoints with name servers that do not answer would
 * stop every other. Names of one label (`localhost`, those of containers) are the system's.
 */
export function dnsResolveHost(): ResolveHost {
  const resolver = new Resolver({ timeout: timeoutMs, tries });
  return async (host) => {
    const family = isIP(host);
    if (family !== 0) return [{ address: host, family }];
    if (!/\.[^.]/.test(host)) return lookup(host, { all: true });
    const results = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const [ipv4, ipv6] = results.map((result) => (result.status === "fulfilled" ? result.value : []));
    const addresses = [...named(ipv4, 4), ...named(ipv6, 6)];
    const [first] = results;
    if (addresses.length === 0 && first?.status === "rejected") throw first.reason;
    return addresses;
  };
}

function named(addresses: readonly string[] = [], family: 4 | 6): LookupAddress[] {
  return addresses.map((address) => ({ address, family }));
}
