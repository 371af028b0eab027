import { hostOf } from "./host-of.ts";
import { parseIpAddress } from "./ip-address.ts";
import { isPublicAddress } from "./is-public-address.ts";
import { isIn, type Network } from "./network.ts";
import { type PortRange, portOf, textOf } from "./ports.ts";

interface EgressRulesOptions {
  /** Networks that are allowed besides public addresses. */
  readonly networks: readonly Network[];
  readonly ports: readonly PortRange[];
}

/** The addresses and ports that requests to customers' addresses may go to. */
export class EgressRules {
  readonly #options: EgressRulesOptions;

  constructor(options: EgressRulesOptions) {
    this.#options = options;
  }

  /** The ports as a person would list them. */
  get portsText(): string {
    return textOf(this.#options.ports);
  }

  /** Whether requests may go to the address: it is public, or in an allowed network. */
  isAllowed(text: string): boolean {
    const address = parseIpAddress(text);
    return address !== undefined && (isPublicAddress(address) || this.isNamed(text));
  }

  /** Whether the address is in a network that is allowed besides public ones. */
  isNamed(text: string): boolean {
    const address = parseIpAddress(text);
    return address !== undefined && this.#options.networks.some((network) => isIn(address, network));
  }

  /**
   * The host of a URL when requests may not go there, undefined when they may. A name passes, because what it resolves to is not known yet;
   * but names reserved for this machine (`localhost`, RFC 6761) do not.
   */
  refusedHost(url: URL): string | undefined {
    const host = hostOf(url);
    if (host === undefined) return url.hostname;
    if (/^(.+\.)?localhost\.?$/.test(host)) return this.isAllowed("127.0.0.1") || this.isAllowed("::1") ? undefined : host;
    return parseIpAddress(host) !== undefined && !this.isAllowed(host) ? host : undefined;
  }

  /** The port of a URL when requests may not go there, undefined when they may. */
  refusedPort(url: URL): number | undefined {
    const port = portOf(url);
    return this.#options.ports.some(([first, last]) => port >= first && port <= last) ? undefined : port;
  }
}
