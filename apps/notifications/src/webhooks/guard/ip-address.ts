import { isIPv4, isIPv6 } from "node:net";

/** An address as its bytes: 4 or 16 of them. */
export type IpAddress = readonly number[];

/** Reads an IPv4 or IPv6 address, without brackets; undefined for anything else. A zone is not part of an address and makes it unreadable. */
export function parseIpAddress(text: string): IpAddress | undefined {
  if (isIPv4(text)) return text.split(".").map(Number);
  return isIPv6(text) && !text.includes("%") ? parseIpv6(text) : undefined;
}

/** The IPv4 address that stands in the last four bytes of an IPv6 address of that network. */
export function embeddedIpv4(address: IpAddress): IpAddress {
  return address.slice(12);
}

/** An IPv4 address that is written as IPv6 (`::ffff:10.0.0.1`) is that IPv4 address: sockets and allow lists see it as one. */
export function withoutMapping(address: IpAddress): IpAddress {
  const isMapped = address.length === 16 && address.slice(0, 10).every((byte) => byte === 0) && address[10] === 255 && address[11] === 255;
  return isMapped ? embeddedIpv4(address) : address;
}

// `isIPv6` has approved of the form.
function parseIpv6(text: string): IpAddress {
  const [head = "", tail] = text.split("::");
  const first = bytesOf(head);
  if (tail === undefined) return first;
  const last = bytesOf(tail);
  return [...first, ...Array<number>(16 - first.length - last.length).fill(0), ...last];
}

function bytesOf(groups: string): number[] {
  if (groups === "") return [];
  return groups.split(":").flatMap((group) => {
    if (group.includes(".")) return group.split(".").map(Number);
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
}
