import { isPublicAddress } from "./is-public-address.ts";
import { isIn, type Network, parseIpAddress } from "./network.ts";
import { type PortRange, portOf, textOf } from "./ports.ts";

interface EgressRulesOptions {
  /** Networks that are allowed in addition to public addresses. */
  readonly networks: readonly Network[];
  readonly ports: readonly PortRange[];
}

/** Decides to which addresses and ports requests for customers may be sent. */
export class EgressRules {
  readonly #options: EgressRulesOptions;

  constructor(options: EgressRulesOptions) {
    this.#options = options;
  }

  /** The allowed ports as readable text. */
  get portsText(): string {
    return textOf(this.#options.ports);
  }

  /** Whether requests may be sent to the address: it is public or in an allowed network. */
  isAllowed(text: string): boolean {
    const address = parseIpAddress(text);
    return address !== undefined && (isPublicAddress(address) || this.isNamed(text));
  }

  /** Whether the address is in one of the additionally allowed networks. */
  isNamed(text: string): boolean {
    const address = parseIpAddress(text);
    return address !== undefined && this.#options.networks.some((network) => isIn(address, network));
  }

  /**
   * The host of a URL if requests may not be sent to it, undefined if they may. A name passes, because its addresses are not known yet,
   * unless it is reserved for the local machine (`localhost`, RFC 6761).
   */
  refusedHost(url: URL): string | undefined {
    const host = hostOf(url);
    if (host === undefined) return url.hostname;
    if (/^(.+\.)?localhost\.?$/.test(host)) return this.isAllowed("127.0.0.1") || this.isAllowed("::1") ? undefined : host;
    return parseIpAddress(host) !== undefined && !this.isAllowed(host) ? host : undefined;
  }

  /** The port of a URL if requests may not be sent to it, undefined if they may. */
  refusedPort(url: URL): number | undefined {
    const port = portOf(url);
    return this.#options.ports.some(([first, last]) => port >= first && port <= last) ? undefined : port;
  }
}

/**
 * The host of a URL, without brackets and with an address in its usual spelling; undefined for a host that is invalid in a web address. The
 * URL parser normalises other spellings of an address (octal, hexadecimal, one number, missing parts, full-width digits) only for web
 * schemes, while the system's resolver accepts them for any scheme. So every host is parsed as that of a web address.
 */
export function hostOf({ hostname }: URL): string | undefined {
  return URL.parse(`http://${hostname}/`)?.hostname.replace(/^\[|\]$/g, "");
}
