import ipaddr from "ipaddr.js";
import { type IpAddress, parseIpAddress } from "./ip-address.ts";

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
