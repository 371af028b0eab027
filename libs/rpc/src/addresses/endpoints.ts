import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { Code, ConnectError } from "@connectrpc/connect";
import { Endpoint } from "./endpoint.ts";
import type { EndpointOptions } from "./endpoint-options.ts";

interface EndpointsOptions extends EndpointOptions {
  /** Resolves a name to addresses; the system's resolver by default. */
  readonly resolve?: ResolveAddresses;
  /** How old the addresses of a name in use may be, in ms. */
  readonly resolveEveryMs: number;
}

/**
 * The addresses behind the name of a service, resolved again and again while it is called. A new address gets its share of calls within
 * seconds; one that is gone gets no further call, and is closed when its last call has ended. Known addresses stay in use while the name
 * server does not respond.
 */
export class Endpoints {
  readonly #options: EndpointsOptions;
  readonly #host: string;
  #current: readonly Endpoint[] = [];
  readonly #leaving = new Set<Endpoint>();
  #resolvedAtMs = Number.NEGATIVE_INFINITY;
  #resolving: Promise<void> | undefined;
  #next = 0;
  #isClosed = false;

  constructor(options: EndpointsOptions) {
    this.#options = options;
    this.#host = options.baseUrl.hostname.replace(/^\[|\]$/g, "");
  }

  /** Whether there is more than one address. */
  get hasOthers(): boolean {
    return this.#current.length > 1;
  }

  /** The number of addresses among which calls are currently divided; 1 before the first resolution. */
  usableCount(): number {
    const nowMs = performance.now();
    let count = 0;
    for (const endpoint of this.#current) if (endpoint.isUsable(nowMs)) count++;
    return Math.max(1, count);
  }

  /**
   * The address for the next call: the one with the fewest calls in flight, in turn among equals. An address that was already tried is
   * chosen only if there is no other, and an excluded one only if all are excluded. Fails with UNAVAILABLE when the name has never had an
   * address.
   */
  async choose(tried: ReadonlySet<Endpoint>): Promise<Endpoint> {
    const nowMs = performance.now();
    if (this.#current.length === 0) await this.#resolve();
    else if (nowMs - this.#resolvedAtMs >= this.#options.resolveEveryMs) void this.#resolve();
    const chosen = this.#leastBusy(nowMs, tried) ?? this.#firstToReturn(tried);
    if (chosen === undefined) throw new ConnectError(`${this.#host} has no address.`, Code.Unavailable);
    return chosen;
  }

  /** Makes the next call resolve the name again, because its addresses may have changed. */
  suspect(): void {
    this.#resolvedAtMs = Math.min(this.#resolvedAtMs, performance.now() - this.#options.resolveEveryMs + suspectMs);
  }

  /** Ends streams at once; resolves when the running unary calls have ended. */
  async close(): Promise<void> {
    const all = [...this.#current, ...this.#leaving];
    this.#current = [];
    this.#isClosed = true;
    await Promise.all(all.map((endpoint) => endpoint.close()));
  }

  #leastBusy(nowMs: number, tried: ReadonlySet<Endpoint>): Endpoint | undefined {
    const { length } = this.#current;
    const first = this.#next++ % Math.max(1, length);
    let chosen: Endpoint | undefined;
    for (let index = 0; index < length; index++) {
      const endpoint = this.#current[(first + index) % length] as Endpoint;
      if (tried.has(endpoint) || !endpoint.isUsable(nowMs)) continue;
      if (chosen === undefined || endpoint.inFlight < chosen.inFlight) chosen = endpoint;
    }
    return chosen;
  }

  #firstToReturn(tried: ReadonlySet<Endpoint>): Endpoint | undefined {
    const untried = this.#current.filter((endpoint) => !tried.has(endpoint));
    const [first, ...others] = untried.length > 0 ? untried : this.#current;
    return others.reduce((best, endpoint) => (endpoint.pausedUntilMs < (best?.pausedUntilMs ?? 0) ? endpoint : best), first);
  }

  #resolve(): Promise<void> {
    this.#resolving ??= this.#resolveNow().finally(() => {
      this.#resolving = undefined;
    });
    return this.#resolving;
  }

  async #resolveNow(): Promise<void> {
    const { resolve = systemAddresses } = this.#options;
    let addresses: readonly string[] = [];
    try {
      addresses = await resolve(this.#host);
    } catch (cause) {
      if (this.#current.length === 0) throw new ConnectError(`${this.#host} has no address: ${String(cause)}`, Code.Unavailable);
    }
    if (this.#isClosed) return;
    this.#resolvedAtMs = performance.now();
    if (addresses.length > 0) this.#replace(addresses);
    this.#endLeaving();
  }

  #replace(addresses: readonly string[]): void {
    const known = new Map(this.#current.map((endpoint) => [endpoint.address, endpoint]));
    this.#current = addresses.map((address) => known.get(address) ?? new Endpoint(address, this.#options));
    for (const endpoint of known.values()) if (!addresses.includes(endpoint.address)) this.#leaving.add(endpoint);
  }

  #endLeaving(): void {
    for (const endpoint of this.#leaving) {
      if (endpoint.inFlight > 0) continue;
      this.#leaving.delete(endpoint);
      // No call runs on this address any more, so closing its connections fails none.
      endpoint.close().catch(() => undefined);
    }
  }
}

// How soon a name is resolved again after one of its addresses has failed.
const suspectMs = 250;

/** All addresses of a host name. Fails as `node:dns` does. */
export type ResolveAddresses = (host: string) => Promise<readonly string[]>;

/**
 * Resolves as every other program on the machine does, so that the names of containers, of Services with their search domains and of
 * `/etc/hosts` are found. A headless Service, or a compose service with `--scale`, has an address for each replica.
 */
const systemAddresses: ResolveAddresses = async (host) => {
  if (isIP(host) !== 0) return [host];
  const found = await lookup(host, { all: true });
  return [...new Set(found.map(({ address }) => address))];
};
