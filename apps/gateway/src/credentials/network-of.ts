import { isIPv6, SocketAddress } from "node:net";

const groups = 8;
const groupsOfNetwork = 4;
// The form in which some proxies name their clients in x-forwarded-for.
const withPort = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/;

/**
 * The sender behind an address, whatever its spelling and port: for IPv4 the address itself, for IPv6 its /64 network, all of whose
 * addresses one sender has.
 */
export function networkOf(text: string): string {
  const [, bracketed, plain] = withPort.exec(text) ?? [];
  const address = bracketed ?? plain ?? text;
  if (!isIPv6(address)) return address;
  const [left = "", right] = shortest(address).split("::");
  const mapped = left === "" && /^ffff:([\d.]+)$/.exec(right ?? "")?.[1];
  if (mapped) return mapped;
  const [before, after] = [left, right].map((part) => (part ? part.split(":") : []));
  const missing = right === undefined ? 0 : groups - (before?.length ?? 0) - (after?.length ?? 0);
  const all = [...(before ?? []), ...Array.from({ length: missing }, () => "0"), ...(after ?? [])];
  return `${all.slice(0, groupsOfNetwork).join(":")}::/64`;
}

/** The canonical spelling of an IPv6 address, with an embedded IPv4 address in dots. */
function shortest(address: string): string {
  return new SocketAddress({ family: "ipv6", address: address.split("%")[0] ?? "" }).address;
}
