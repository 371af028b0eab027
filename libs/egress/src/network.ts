import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** A network of addresses that share their first bits. */
export type Network = readonly [address: IpAddress, prefixBits: number];

/** Parses `10.0.0.0/8`, `fd00::/8` or a single address; undefined for anything else. */
export function parseNetwork(text: string): Network | undefined {
  const [, host = "", prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const address = parseIpAddress(host);
  if (address === undefined) return undefined;
  // The prefix of an IPv4-mapped network counts the 96 bits that all mapped addresses share.
  const mappedBits = host.includes(":") && address instanceof ipaddr.IPv4 ? 96 : 0;
  const bits = address.toByteArray().length * 8;
  const prefixBits = prefix === undefined ? bits : Number(prefix) - mappedBits;
  return prefixBits > bits ? undefined : [address, Math.max(0, prefixBits)];
}

/** Whether the address lies in the network; false for addresses of the other family. */
export function isIn(address: IpAddress, [network, prefixBits]: Network): boolean {
  return address.kind() === network.kind() && address.match(network, prefixBits);
}

/** Parses networks that are known to be valid. */
export function networks(...texts: readonly string[]): readonly Network[] {
  return texts.map((text) => {
    const network = parseNetwork(text);
    if (network === undefined) throw new Error(`${text} is not a CIDR network.`);
    return network;
  });
}

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Parses an IPv4 or IPv6 address without brackets; undefined for anything else, including octal and hexadecimal parts. An IPv4-mapped IPv6
 * address (`::ffff:10.0.0.1`) is returned as IPv4, because sockets and allow lists treat it as such. An address with a zone is invalid.
 */
export function parseIpAddress(text: string): IpAddress | undefined {
  const family = isIP(text);
  if (family === 0 || text.includes("%")) return undefined;
  return ipaddr.process(family === 6 ? inGroups(text) : text);
}

// ipaddr.js reads `::8.8.8.8` as `::ffff:8.8.8.8`, which is another address, so dotted parts are converted before it sees them.
function inGroups(text: string): string {
  return new URL(`http://[${text}]`).hostname.slice(1, -1);
}
