import { isIPv4, isIPv6, SocketAddress } from "node:net";

/** The state of a PROXY protocol header, read from the first bytes of a connection. */
type ProxyHeader =
  | { readonly state: "partial" }
  | { readonly state: "wrong" }
  /** `address` is the client's; undefined for a connection of the proxy's own, such as a health check. */
  | { readonly state: "whole"; readonly bytes: number; readonly address: string | undefined };

const partial = { state: "partial" } as const;
const wrong = { state: "wrong" } as const;

const textStart = Buffer.from("PROXY ");
// Enough for two addresses and ports of the greatest length.
const mostTextBytes = 107;
const binaryStart = Buffer.from("\r\n\r\n\0\r\nQUIT\n", "latin1");
const binaryHeadBytes = 16;
// A proxy sends the header at once: it fits into the smallest segment that TCP has to accept.
const mostBinaryBytes = 536;

/** Reads a header of version 1 (text) or 2 (binary), as https://www.haproxy.org/download/3.2/doc/proxy-protocol.txt describes them. */
export function readProxyHeader(received: Buffer): ProxyHeader {
  if (beginsAs(textStart, received)) return readText(received);
  if (beginsAs(binaryStart, received)) return readBinary(received);
  return wrong;
}

function beginsAs(start: Buffer, received: Buffer): boolean {
  const length = Math.min(start.length, received.length);
  return start.subarray(0, length).equals(received.subarray(0, length));
}

function readText(received: Buffer): ProxyHeader {
  const end = received.subarray(0, mostTextBytes).indexOf("\r\n");
  if (end === -1) return received.length < mostTextBytes ? partial : wrong;
  const bytes = end + 2;
  const [, family, address = "", destination = "", ...ports] = received.toString("latin1", 0, end).split(" ");
  if (family === "UNKNOWN") return { state: "whole", bytes, address: undefined };
  const isAddress = family === "TCP4" ? isIPv4 : family === "TCP6" ? isIPv6 : () => false;
  const arePorts = ports.length === 2 && ports.every((port) => /^\d{1,5}$/.test(port));
  return isAddress(address) && isAddress(destination) && arePorts ? { state: "whole", bytes, address } : wrong;
}

// Bytes 12 to 15 hold version and command, family and protocol, and the length of the rest: the addresses and any extensions of the proxy.
function readBinary(received: Buffer): ProxyHeader {
  if (received.length < binaryHeadBytes) return partial;
  const bytes = binaryHeadBytes + received.readUInt16BE(14);
  if (bytes > mostBinaryBytes) return wrong;
  if (received.length < bytes) return partial;
  const command = received[12];
  const family = received[13];
  const addresses = received.subarray(binaryHeadBytes, bytes);
  if (command === 0x20 || (command === 0x21 && family === 0x00)) return { state: "whole", bytes, address: undefined };
  if (command === 0x21 && family === 0x11 && addresses.length >= 12)
    return { state: "whole", bytes, address: addresses.subarray(0, 4).join(".") };
  if (command === 0x21 && family === 0x21 && addresses.length >= 36) return { state: "whole", bytes, address: addressOf(addresses) };
  return wrong;
}

function addressOf(addresses: Buffer): string {
  const groups = Array.from({ length: 8 }, (_, index) => addresses.readUInt16BE(2 * index).toString(16));
  return new SocketAddress({ family: "ipv6", address: groups.join(":") }).address;
}
