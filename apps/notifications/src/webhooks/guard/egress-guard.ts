import type { LookupAddress } from "node:dns";
import { lookup, Resolver } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import type { EgressRules } from "@parley/egress";
import { buildConnector } from "undici";

/** A request to an address that customers' endpoints must not have. The message does not reveal what is there. */
export class BlockedAddress extends Error {
  constructor(host: string, message = `${host} is or resolves to an address that is not public.`) {
    super(message);
    this.name = "BlockedAddress";
  }
}

/**
 * Keeps requests to customer-chosen addresses out of our own networks. An address is checked three times: a literal first of all, the
 * addresses of a name before connecting, and the connected socket's peer address before the request is written.
 */
export class EgressGuard {
  readonly #rules: EgressRules;
  readonly #resolve: ResolveHost;
  readonly #what: "Webhooks" | "Mails";

  constructor(rules: EgressRules, resolve: ResolveHost, what: "Webhooks" | "Mails" = "Webhooks") {
    this.#rules = rules;
    this.#resolve = resolve;
    this.#what = what;
  }

  /**
   * Fails with `BlockedAddress` if the host of a URL is an address that is not allowed. A name passes: it is checked when it is resolved.
   */
  refuseLiteral(url: URL): void {
    const host = this.#rules.refusedHost(url);
    if (host !== undefined) throw new BlockedAddress(host);
  }

  /** Like `refuseLiteral`, and also refuses a port that is not allowed. */
  refuseUrl(url: URL): void {
    this.refuseLiteral(url);
    const port = this.#rules.refusedPort(url);
    if (port !== undefined) throw new BlockedAddress(url.hostname, `${this.#what} are not sent to port ${port}.`);
  }

  /** The addresses of a host. A single disallowed one blocks the host, because we do not choose which is used. */
  async addressesOf(host: string): Promise<readonly LookupAddress[]> {
    const addresses = await this.#resolve(host);
    if (addresses.length === 0 || addresses.some(({ address }) => !this.isAllowed(address))) throw new BlockedAddress(host);
    return addresses;
  }

  isAllowed(address: string): boolean {
    return this.#rules.isAllowed(address);
  }

  /** Whether the address is in a network that is allowed beyond public ones. */
  isNamed(address: string): boolean {
    return this.#rules.isNamed(address);
  }
}

/** All addresses of a host name; a literal is its own address. Fails as `node:dns` does. */
type ResolveHost = (host: string) => Promise<readonly LookupAddress[]>;

const timeoutMs = 2_000;
const tries = 2;

/**
 * Queries name servers without a thread: the system's resolver has four, and four endpoints with unresponsive name servers would block all
 * others. Names of one label (`localhost`, container names) go to the system's resolver.
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

/**
 * Opens a pool's connections: the guard resolves the name and checks all addresses, and the connected socket's peer address is checked
 * again before the request is written. An open connection stays with its address, so a name that resolves differently later changes nothing
 * for it.
 */
export function guardedConnector(guard: EgressGuard, timeoutMs: number): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs, lookup: guardedLookup(guard), allowH2: false, keepAlive: true });
  return (options, callback) => {
    try {
      guard.refuseLiteral(new URL(`${options.protocol}//${options.hostname}`));
    } catch (error) {
      callback(error as Error, null);
      return;
    }
    connect(options, (error, socket) => {
      if (error !== null) return callback(error, null);
      if (guard.isAllowed(socket.remoteAddress ?? "")) return callback(null, socket);
      socket.destroy();
      callback(new BlockedAddress(options.hostname), null);
    });
  };
}

function guardedLookup(guard: EgressGuard): LookupFunction {
  return (host, options, callback) => {
    guard.addressesOf(host).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all || first === undefined) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, ""),
    );
  };
}
