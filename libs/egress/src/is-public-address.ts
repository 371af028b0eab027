import ipaddr from "ipaddr.js";
import type { IpAddress } from "./ip-address.ts";
import { isIn, type Network, networks } from "./network.ts";

// Only these are assigned as public addresses; unassigned ones (`4000::1`) are not.
const publicIpv6 = network("2000::/3");
// A public server as seen from a network without IPv4. The variant for local use (64:ff9b:1::/48) leads into that network.
const nat64 = network("64:ff9b::/96");

/**
 * Whether the address belongs to a host on the public internet, by IANA's registries of special-purpose addresses. A NAT64 address is
 * judged by the IPv4 address within it; the end of a tunnel (6to4, Teredo) cannot be seen from here.
 */
export function isPublicAddress(address: IpAddress): boolean {
  if (isIn(address, nat64)) return isPublicAddress(new ipaddr.IPv4(address.toByteArray().slice(12)));
  return address.range() === "unicast" && (address.kind() === "ipv4" || isIn(address, publicIpv6));
}

function network(text: string): Network {
  const [only] = networks(text);
  if (only === undefined) throw new Error(`${text} is not a CIDR network.`);
  return only;
}
