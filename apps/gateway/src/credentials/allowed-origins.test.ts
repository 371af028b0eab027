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
  ["a name that ends with an allowed one", "https://evil-example.com"],
  ["a name that begins with an allowed one", "https://example.com.evil.org"],
  ["a subdomain of a domain without a wildcard", "https://www.example.com"],
  ["the domain of a wildcard itself", "https://acme.example"],
  ["the domain of a wildcard, prefixed without a dot", "https://evilacme.example"],
  ["a sandboxed or local page", "null"],
  ["another port", "https://example.com:8443"],
  ["the port of the other scheme", "http://example.com:443"],
  ["a port other than the listed one", "https://app.example:8444"],
  ["the default port of a domain that is listed with another port", "https://app.example"],
  ["the name in upper case", "https://EXAMPLE.com"],
  ["an IDN that is not in punycode", "https://bücher.example"],
  ["an explicit default port", "https://example.com:443"],
  ["a dot at the end", "https://example.com."],
  ["a path after the name", "https://example.com/"],
  ["a user name before the host", "https://example.com@evil.org"],
  ["another host before the fragment", "https://evil.org#@example.com"],
  ["a backslash", "https://evil.org\\.acme.example"],
  ["a space at the end", "https://example.com "],
  ["two origins", "https://example.com https://evil.org"],
  ["another scheme", "ftp://example.com"],
  ["a browser's extension", "chrome-extension://example.com"],
  ["a file", "file://"],
  ["nothing", ""],
  ["a wildcard", "*"],
  ["a host whose name begins with the loopback's", "https://localhost.evil.org"],
])("%s may not call: %s", (_, origin) => {
  expect(origins.has(origin)).toBe(false);
});

test("no page may call when an API key has no allowed domains", () => {
  expect(new AllowedOrigins([]).has("https://example.com")).toBe(false);
});
