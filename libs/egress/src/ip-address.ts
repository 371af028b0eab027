import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

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
