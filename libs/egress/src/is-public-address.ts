import ipaddr from "ipaddr.js";
import { type IpAddress, isIn, type Network, networks } from "./network.ts";

// The only range assigned to public addresses; others (`4000::1`) are unassigned.
const publicIpv6 = network("2000::/3");
// The NAT64 prefix through which IPv6-only networks reach public IPv4 addresses. The one for local use (64:ff9b:1::/48) leads into the
// local network.
const nat64 = network("64:ff9b::/96");

/**
 * Whether the address belongs to a host on the public internet, by IANA's special-purpose registries. A NAT64 address is judged by the IPv4
 * address embedded in it; 6to4 and Teredo are refused, because the end of the tunnel cannot be known.
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
