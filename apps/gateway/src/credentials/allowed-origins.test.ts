import { expect, test } from "vitest";
import { AllowedOrigins } from "./allowed-origins.ts";

const origins = new AllowedOrigins([
  "example.com",
  "*.acme.example",
  "app.example:8443",
  "xn--bcher-kva.example",
  "localhost",
  "192.0.2.7:3000",
]);

test.each([
  "https://example.com",
  "http://example.com",
  "https://a.acme.example",
  "https://a.b.acme.example",
  "https://app.example:8443",
  "https://xn--bcher-kva.example",
  "http://localhost",
  "http://localhost:5173",
  "http://192.0.2.7:3000",
])("a page of %s may call", (origin) => {
  expect(origins.has(origin)).toBe(true);
});

test.each([
  ["a name that only ends alike", "https://evil-example.com"],
  ["a name that only begins alike", "https://example.com.evil.org"],
  ["a name below one without a wildcard", "https://www.example.com"],
  ["the name itself of a wildcard", "https://acme.example"],
  ["an end of a wildcard without its dot", "https://evilacme.example"],
  ["a sandboxed or local page", "null"],
  ["another port", "https://example.com:8443"],
  ["the port of the other scheme", "http://example.com:443"],
  ["another port than the named one", "https://app.example:8444"],
  ["the default port where one is named", "https://app.example"],
  ["another spelling in upper case", "https://EXAMPLE.com"],
  ["IDN that is not written as browsers do", "https://bücher.example"],
  ["a default port that is written out", "https://example.com:443"],
  ["a dot at the end", "https://example.com."],
  ["a path behind it", "https://example.com/"],
  ["a user before it", "https://example.com@evil.org"],
  ["a user who looks like a host", "https://evil.org#@example.com"],
  ["a backslash", "https://evil.org\\.acme.example"],
  ["a space at the end", "https://example.com "],
  ["two origins", "https://example.com https://evil.org"],
  ["another scheme", "ftp://example.com"],
  ["a browser's extension", "chrome-extension://example.com"],
  ["a file", "file://"],
  ["nothing", ""],
  ["any", "*"],
  ["a host whose name is the loopback's", "https://localhost.evil.org"],
])("%s may not call: %s", (_, origin) => {
  expect(origins.has(origin)).toBe(false);
});

test("without allowed domains no page may call", () => {
  expect(new AllowedOrigins([]).has("https://example.com")).toBe(false);
});
