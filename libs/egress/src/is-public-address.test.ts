import { describe, expect, test } from "vitest";
import { isPublicAddress } from "./is-public-address.ts";
import { parseIpAddress } from "./network.ts";

function isPublic(text: string): boolean {
  const address = parseIpAddress(text);
  if (address === undefined) throw new Error(`${text} is no address.`);
  return isPublicAddress(address);
}

const vectors: Readonly<Record<string, { readonly refused: readonly string[]; readonly accepted: readonly string[] }>> = {
  "IPv4, at both ends of each network": {
    refused: [
      ...["0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255", "127.0.0.1", "127.255.255.255"],
      ...["169.254.0.0", "169.254.169.254", "169.254.255.255", "172.16.0.0", "172.31.255.255", "192.0.0.1", "192.0.2.255", "192.88.99.1"],
      ...["192.168.0.0", "192.168.255.255", "198.18.0.0", "198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1", "239.255.255.255"],
      ...["240.0.0.1", "255.255.255.255"],
    ],
    accepted: [
      ...["1.0.0.0", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0"],
      ...[
        "169.253.255.255",
        "169.255.0.0",
        "172.15.255.255",
        "172.32.0.0",
        "192.167.255.255",
        "192.169.0.0",
        "198.17.255.255",
        "198.20.0.0",
      ],
      "223.255.255.255",
    ],
  },
  IPv6: {
    refused: ["::", "::1", "100::1", "fc00::1", "fdff::1", "fe80::1", "fec0::1", "ff02::1", "2001:db8::1", "3fff::1", "5f00::1", "4000::1"],
    accepted: ["2606:4700:4700::1111", "2001:4860:4860::8888", "2a00:1450:4001:82a::200e", "2001:200::1"],
  },
  "IPv4 mapped into IPv6": {
    refused: ["::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:10.1.2.3", "::ffff:a9fe:a9fe", "0:0:0:0:0:ffff:c0a8:0101"],
    accepted: ["::ffff:8.8.8.8", "::ffff:808:808"],
  },
  "IPv4-compatible IPv6": { refused: ["::127.0.0.1", "::7f00:1", "::10.0.0.1", "::8.8.8.8"], accepted: [] },
  NAT64: {
    refused: ["64:ff9b::127.0.0.1", "64:ff9b::a00:1", "64:ff9b::169.254.169.254", "64:ff9b:1::8.8.8.8", "64:ff9b:1::1"],
    accepted: ["64:ff9b::8.8.8.8"],
  },
  "6to4 and Teredo": { refused: ["2002:7f00:1::1", "2002:a00:1::", "2002:808:808::1", "2001::1", "2001:0:7f00:1::"], accepted: [] },
};

describe.each(Object.entries(vectors))("%s", (_name, { refused, accepted }) => {
  test.each(refused.map((text) => [text]))("%s is not public", (text) => expect(isPublic(text)).toBe(false));
  if (accepted.length > 0) test.each(accepted.map((text) => [text]))("%s is public", (text) => expect(isPublic(text)).toBe(true));
});
