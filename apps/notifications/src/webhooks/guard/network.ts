import { type IpAddress, parseIpAddress, withoutMapping } from "./ip-address.ts";

/** A network of addresses that share their first bits. */
export interface Network {
  readonly address: IpAddress;
  readonly prefixBits: number;
}

/** Reads `10.0.0.0/8`, `fd00::/8` or a single address; undefined for anything else. */
export function parseNetwork(text: string): Network | undefined {
  const [, host = "", prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const address = parseIpAddress(host);
  if (address === undefined) return undefined;
  const bits = address.length * 8;
  const prefixBits = prefix === undefined ? bits : Number(prefix);
  if (prefixBits > bits) return undefined;
  const plain = withoutMapping(address);
  // A mapped network is the IPv4 network that it maps.
  return plain.length === address.length ? { address, prefixBits } : { address: plain, prefixBits: Math.max(0, prefixBits - 96) };
}

/** Whether the address lies in the network; one of the other family never does. */
export function isIn(address: IpAddress, { address: network, prefixBits }: Network): boolean {
  if (address.length !== network.length) return false;
  const whole = prefixBits >> 3;
  for (let index = 0; index < whole; index++) if (address[index] !== network[index]) return false;
  const rest = prefixBits & 7;
  if (rest === 0) return true;
  const mask = (255 << (8 - rest)) & 255;
  return ((address[whole] ?? 0) & mask) === ((network[whole] ?? 0) & mask);
}

/** Reads networks that are known to be well formed. */
export function networks(...texts: readonly string[]): readonly Network[] {
  return texts.map((text) => {
    const network = parseNetwork(text);
    if (network === undefined) throw new Error(`${text} is no network.`);
    return network;
  });
}
