import type { LookupAddress } from "node:dns";
import { parseIpAddress, withoutMapping } from "./ip-address.ts";
import { isPublicAddress } from "./is-public-address.ts";
import { isIn, type Network } from "./network.ts";
import type { ResolveHost } from "./resolve-host.ts";

/** A request would have gone to an address that customers' endpoints must not have. Its message does not tell what stands there. */
export class BlockedAddress extends Error {
  constructor(host: string) {
    super(`${host} is, or leads to, an address that is not public.`);
    this.name = "BlockedAddress";
  }
}

/**
 * Keeps requests to addresses that customers choose out of our own networks. An address is looked at three times: a literal before anything is
 * done with it, what a name resolves to before a connection is made, and the connected socket's other end before the request is written.
 */
export class EgressGuard {
  readonly #allowed: readonly Network[];
  readonly #resolve: ResolveHost;

  /** `allowed` are networks that may be reached besides public ones. */
  constructor(allowed: readonly Network[], resolve: ResolveHost) {
    this.#allowed = allowed;
    this.#resolve = resolve;
  }

  /** Fails with `BlockedAddress` when the host of a URL is an address that is not allowed. A name passes: it is looked at when it is resolved. */
  refuseLiteral(url: URL): void {
    // The URL parser has turned every spelling (octal, hexadecimal, one number, missing parts, full-width digits) into the usual one.
    const host = url.hostname.replace(/^\[|\]$/g, "");
    if (parseIpAddress(host) !== undefined && !this.isAllowed(host)) throw new BlockedAddress(host);
  }

  /** The addresses of a host. One that is not allowed among them makes the host one that is not: which is used is not ours to choose. */
  async addressesOf(host: string): Promise<readonly LookupAddress[]> {
    const addresses = await this.#resolve(host);
    if (addresses.length === 0 || addresses.some(({ address }) => !this.isAllowed(address))) throw new BlockedAddress(host);
    return addresses;
  }

  isAllowed(text: string): boolean {
    const address = parseIpAddress(text);
    return address !== undefined && (isPublicAddress(address) || this.isNamed(text));
  }

  /** Whether the address lies in a network that may be reached besides public ones. */
  isNamed(text: string): boolean {
    const address = parseIpAddress(text);
    return address !== undefined && this.#allowed.some((network) => isIn(withoutMapping(address), network));
  }
}
