import { expect, test } from "vitest";
import { readProxyHeader } from "./proxy-header.ts";

const start = Buffer.from("0d0a0d0a000d0a515549540a", "hex");
const binary = (command: number, family: number, content: Buffer) =>
  Buffer.concat([start, Buffer.of(command, family, content.length >> 8, content.length & 255), content]);

const four = Buffer.from("c0000201cb007107d43101bb", "hex");
const six = Buffer.concat([Buffer.from("20010db8000000000000000000000007", "hex"), Buffer.alloc(16), Buffer.from("d43101bb", "hex")]);

test.each([
  ["PROXY TCP4 192.0.2.1 203.0.113.7 54321 443\r\n", "192.0.2.1"],
  ["PROXY TCP6 2001:db8::7 2001:db8::1 54321 443\r\n", "2001:db8::7"],
  ["PROXY UNKNOWN\r\n", undefined],
  ["PROXY UNKNOWN ffff::1 ffff::2 1 2\r\n", undefined],
])("the version 1 header %j has the address %s", (text, address) => {
  const header = Buffer.from(text);

  expect(readProxyHeader(Buffer.concat([header, Buffer.from("GET / HTTP/1.1\r\n\r\n")]))).toEqual({
    state: "whole",
    bytes: header.length,
    address,
  });
});

test.each([
  ["IPv4", binary(0x21, 0x11, four), "192.0.2.1"],
  ["IPv4, with the extensions of a load balancer", binary(0x21, 0x11, Buffer.concat([four, Buffer.alloc(100, 4)])), "192.0.2.1"],
  ["IPv6", binary(0x21, 0x21, six), "2001:db8::7"],
  ["no client: the proxy's own connection", binary(0x20, 0x00, Buffer.alloc(0)), undefined],
  ["an unknown client", binary(0x21, 0x00, Buffer.alloc(0)), undefined],
])("a version 2 header of %s has the address", (_, header, address) => {
  expect(readProxyHeader(Buffer.concat([header, Buffer.from("GET")]))).toEqual({ state: "whole", bytes: header.length, address });
});

test("every beginning of a header is read as partial", () => {
  for (const header of [Buffer.from("PROXY TCP4 192.0.2.1 203.0.113.7 54321 443\r\n"), binary(0x21, 0x21, six)])
    for (let bytes = 0; bytes < header.length; bytes++)
      expect(readProxyHeader(header.subarray(0, bytes)), String(bytes)).toEqual({ state: "partial" });
});

test.each([
  ["a request", Buffer.from("GET /livez HTTP/1.1\r\nhost: x\r\n\r\n")],
  ["a hello of TLS", Buffer.from("16030100", "hex")],
  ["a text that does not end", Buffer.from(`PROXY TCP4 ${"1".repeat(200)}`)],
  ["a text that ends too late", Buffer.from(`PROXY UNKNOWN ${"x".repeat(100)}\r\n`)],
  ["an address of the other family", Buffer.from("PROXY TCP4 ::1 ::1 1 2\r\n")],
  ["a name for an address", Buffer.from("PROXY TCP4 localhost 127.0.0.1 1 2\r\n")],
  ["no ports", Buffer.from("PROXY TCP4 192.0.2.1 192.0.2.2\r\n")],
  ["another version", binary(0x11, 0x11, four)],
  ["another command", binary(0x22, 0x11, four)],
  ["datagrams", binary(0x21, 0x12, four)],
  ["addresses that are cut", binary(0x21, 0x21, four)],
  ["more than fits into a segment", binary(0x21, 0x11, Buffer.concat([four, Buffer.alloc(600)]))],
])("%s is no header", (_, received) => {
  expect(readProxyHeader(received)).toEqual({ state: "wrong" });
});
