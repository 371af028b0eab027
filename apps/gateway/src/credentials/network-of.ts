import { isIPv6 } from "node:net";

const groups = 8;
const groupsOfNetwork = 4;

/** The sender that an address stands for: an IPv4 address itself, of an IPv6 address the /64 network, of which one sender has every address. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [left = "", right] = (address.split("%")[0] ?? "").toLowerCase().split("::");
  const [before, after] = [left, right].map((part) => (part ? part.split(":") : []));
  const missing = right === undefined ? 0 : groups - (before?.length ?? 0) - (after?.length ?? 0);
  const all = [...(before ?? []), ...Array.from({ length: missing }, () => "0"), ...(after ?? [])];
  return `${all
    .slice(0, groupsOfNetwork)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
