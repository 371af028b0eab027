import { embeddedIpv4, type IpAddress, withoutMapping } from "./ip-address.ts";
import { isIn, networks } from "./network.ts";

// What IANA's registries of special-purpose addresses do not call globally reachable, and multicast.
const notPublicIpv4 = networks(
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
);

// Only these are handed out as public; everything else (`::1`, `::10.0.0.1`, `fc00::/7`, `fe80::/10`, `ff00::/8`, …) is not.
const [publicIpv6] = networks("2000::/3") as [ReturnType<typeof networks>[number]];

// Within them: protocol assignments with Teredo and ORCHID, documentation, 6to4. What a tunnel leads to cannot be seen from here.
const notPublicIpv6 = networks("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20");

// NAT64: a public server as seen from a network without IPv4. The variant for local use (64:ff9b:1::/48) leads into that network.
const [nat64] = networks("64:ff9b::/96") as [ReturnType<typeof networks>[number]];

/** Whether the address belongs to a host on the public internet. An IPv4 address within an IPv6 address is judged as itself. */
export function isPublicAddress(address: IpAddress): boolean {
  const plain = withoutMapping(address);
  if (plain.length === 4) return !notPublicIpv4.some((network) => isIn(plain, network));
  if (isIn(plain, nat64)) return isPublicAddress(embeddedIpv4(plain));
  return isIn(plain, publicIpv6) && !notPublicIpv6.some((network) => isIn(plain, network));
}
