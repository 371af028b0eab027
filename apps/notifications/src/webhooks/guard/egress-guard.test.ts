import { expect, test } from "vitest";
import { BlockedAddress, EgressGuard } from "./egress-guard.ts";
import { networks, parseNetwork } from "./network.ts";

const nothing = new EgressGuard([], async () => []);

// As a customer may write them in a URL.
test.each([
  ...["127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.0.0.1", "0X7F.1", "017700000001", "0177.0.0.1", "0177.0.0x1"],
  ...["127.0.0.1.", "0", "0.0.0.0", "0x0", "00000177.0.0.1", "%31%32%37.0.0.1", "１２７.0.0.1", "127。0。0。1", "①②⑦.0.0.1"],
  ...["10.0.0.1", "0xa000001", "012.0.0.1", "169.254.169.254", "0xa9fea9fe", "2852039166", "0251.0376.0251.0376", "192.168.1"],
  ...[
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[0000::ffff:127.0.0.1]",
    "[::127.0.0.1]",
    "[64:ff9b::7f00:1]",
  ],
  ...["[2002:7f00:1::]", "[fe80::1]", "[fc00::1]", "user@127.0.0.1", "example.com@127.0.0.1"],
])("the literal %s is refused", (host) => {
  expect(() => nothing.refuseLiteral(new URL(`https://${host}/hook`))).toThrow(BlockedAddress);
});

test.each([["http://[fe80::1%25eth0]/"], ["http://1.2.3.4.5/"], ["http://256.0.0.1/"], ["http://0x100000000/"], ["http://[::1/"]])(
  "%s is no URL at all",
  (text) => expect(() => new URL(text)).toThrow(),
);

test("a public literal, and a name before it is resolved, pass", () => {
  for (const host of ["8.8.8.8", "0x8.8.8.8", "[2606:4700:4700::1111]", "example.com", "127.0.0.1.example.com"]) {
    expect(() => nothing.refuseLiteral(new URL(`https://${host}/`))).not.toThrow();
  }
});

test("a name of which one address is not public is refused whole, as is one without addresses", async () => {
  const addresses: Record<string, { address: string; family: number }[]> = {
    "good.example": [
      { address: "8.8.8.8", family: 4 },
      { address: "2606:4700:4700::1111", family: 6 },
    ],
    "mixed.example": [
      { address: "8.8.8.8", family: 4 },
      { address: "::ffff:10.0.0.1", family: 6 },
    ],
    "empty.example": [],
  };
  const guard = new EgressGuard([], async (host) => addresses[host] ?? []);

  expect(await guard.addressesOf("good.example")).toHaveLength(2);
  await expect(guard.addressesOf("mixed.example")).rejects.toThrow(BlockedAddress);
  await expect(guard.addressesOf("empty.example")).rejects.toThrow(BlockedAddress);
});

test("networks that are allowed are reached, in each spelling of their addresses, and no others", () => {
  const guard = new EgressGuard(networks("10.1.0.0/16", "127.0.0.1", "fd00:1::/32"), async () => []);

  const allowed = (text: string) => guard.isAllowed(text);
  expect(["10.1.255.255", "::ffff:10.1.0.1", "127.0.0.1", "fd00:1::5", "8.8.8.8"].filter((text) => !allowed(text))).toEqual([]);
  expect(["10.2.0.1", "127.0.0.2", "fd00:2::5", "::1", "64:ff9b::10.1.0.1", "", "x"].filter(allowed)).toEqual([]);
});

test("what is no network is told from one that is", () => {
  expect(
    ["10.0.0.0/33", "10.0.0/8", "fd00::/129", "example.com", "", "10.0.0.0/-1"].filter((text) => parseNetwork(text) !== undefined),
  ).toEqual([]);
  expect(parseNetwork("::ffff:10.0.0.0/104")).toEqual({ address: [10, 0, 0, 0], prefixBits: 8 });
});
