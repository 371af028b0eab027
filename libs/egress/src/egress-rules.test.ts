import { expect, test } from "vitest";
import { EgressRules, hostOf } from "./egress-rules.ts";
import { networks, parseNetwork } from "./network.ts";
import { anyPort, parsePorts } from "./ports.ts";

const none = new EgressRules({ networks: [], ports: parsePorts("80,443,1024-65535") ?? [] });

// Hosts as a customer may write them in a URL.
test.each([
  ...["127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.0.0.1", "0X7F.1", "017700000001", "0177.0.0.1", "0177.0.0x1"],
  ...["127.0.0.1.", "0", "0.0.0.0", "0x0", "00000177.0.0.1", "%31%32%37.0.0.1", "１２７.0.0.1", "127。0。0。1", "①②⑦.0.0.1"],
  ...["10.0.0.1", "0xa000001", "012.0.0.1", "169.254.169.254", "0xa9fea9fe", "2852039166", "0251.0376.0251.0376", "192.168.1"],
  ...["[::1]", "[0:0:0:0:0:0:0:1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0000::ffff:127.0.0.1]", "[::127.0.0.1]"],
  ...["[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[fe80::1]", "[fc00::1]", "user@127.0.0.1", "example.com@127.0.0.1"],
  ...["localhost", "LOCALHOST", "localhost.", "api.localhost", "ｌocalhost"],
])("the literal %s is refused, in the URL of a mail server too", (host) => {
  const ofWeb = new URL(`https://${host}/hook`);
  const ofMail = new URL(`smtp://user:p%40ss@${host.replace(/^.*@/, "")}:587`);

  expect(none.refusedHost(ofWeb)).toBeDefined();
  expect(none.refusedHost(ofMail)).toBe(none.refusedHost(ofWeb));
  expect(hostOf(ofMail)).toBe(hostOf(ofWeb));
});

test("a mail server's host that no web address could have is refused", () => {
  const hosts = ["0x100000000", "256.0.0.1", "mail.1", "a%2fb", "%00"];

  expect(hosts.map((host) => hostOf(new URL(`smtp://${host}`)))).toEqual(hosts.map(() => undefined));
  expect(hosts.filter((host) => none.refusedHost(new URL(`smtp://${host}`)) === undefined)).toEqual([]);
});

test.each([["http://[fe80::1%25eth0]/"], ["http://1.2.3.4.5/"], ["http://256.0.0.1/"], ["http://0x100000000/"], ["http://[::1/"]])(
  "%s is not a URL",
  (text) => expect(() => new URL(text)).toThrow(),
);

test("a public literal, and a name before it is resolved, pass", () => {
  const hosts = ["8.8.8.8", "0x8.8.8.8", "[2606:4700:4700::1111]", "example.com", "127.0.0.1.example.com", "localhost.example.com"];

  expect(hosts.filter((host) => none.refusedHost(new URL(`https://${host}/`)) !== undefined)).toEqual([]);
});

test("addresses in the allowed networks pass in every spelling, and no others do", () => {
  const rules = new EgressRules({ networks: networks("10.1.0.0/16", "127.0.0.1", "fd00:1::/32"), ports: anyPort });

  const allowed = (text: string) => rules.isAllowed(text);
  expect(["10.1.255.255", "::ffff:10.1.0.1", "127.0.0.1", "fd00:1::5", "8.8.8.8"].filter((text) => !allowed(text))).toEqual([]);
  expect(["10.2.0.1", "127.0.0.2", "fd00:2::5", "::1", "64:ff9b::10.1.0.1", "", "x", "0x7f.0.0.1", "010.1.0.1"].filter(allowed)).toEqual(
    [],
  );
  expect(rules.refusedHost(new URL("http://localhost:9001/"))).toBeUndefined();
});

test("text that is not a network is rejected", () => {
  expect(
    ["10.0.0.0/33", "10.0.0/8", "fd00::/129", "example.com", "", "10.0.0.0/-1"].filter((text) => parseNetwork(text) !== undefined),
  ).toEqual([]);
  expect(parseNetwork("::ffff:10.0.0.0/104")?.map(String)).toEqual(["10.0.0.0", "8"]);
});

test("only the two ports of the web are allowed below 1024", () => {
  const refused = (url: string) => none.refusedPort(new URL(url));

  expect(
    ["https://a.example", "http://a.example", "https://a.example:443", "https://a.example:1024", "https://a.example:65535"].map(refused),
  ).toEqual(Array(5).fill(undefined));
  expect(
    ["https://a.example:22", "http://a.example:25", "https://a.example:81", "https://a.example:1023", "https://a.example:0"].map(refused),
  ).toEqual([22, 25, 81, 1_023, 0]);
});

test("a URL without a port uses its scheme's default port", () => {
  const refused = (url: string) => new EgressRules({ networks: [], ports: parsePorts("465") ?? [] }).refusedPort(new URL(url));

  expect(["smtps://a.example", "smtp://a.example", "http://a.example", "https://a.example"].map(refused)).toEqual([
    undefined,
    587,
    80,
    443,
  ]);
});

test("the allowed ports are listed as they were written", () => {
  expect(new EgressRules({ networks: [], ports: parsePorts(" 25,465, 1024-65535") ?? [] }).portsText).toBe("25, 465, 1024-65535");
});

test.each(["", "80,", "x", "0", "65536", "90-80", "80-", "-80", "1-2-3", "80;443"])("%j is not a list of ports", (text) => {
  expect(parsePorts(text)).toBeUndefined();
});
