import { describe, expect, test } from "vitest";
import { redactKey } from "./redact-key.ts";

const key = "MARKED-q7Zk29bXw4LpTn83-secret";

describe("messages that quote the key are withheld", () => {
  test.each([
    ["whole", `the key ${key} is wrong`],
    ["in upper case", key.toUpperCase()],
    ["its beginning", `Incorrect API key provided: ${key.slice(0, 10)}****`],
    ["its end", `key ending in ${key.slice(-9)}`],
    ["a piece from its middle", `xx${key.slice(9, 18)}xx`],
    ["in base64", Buffer.from(key).toString("base64")],
    ["in base64 within a header", Buffer.from(`user:${key}`).toString("base64")],
    ["in base64 for addresses", Buffer.from(`ab${key}`).toString("base64url")],
    ["in hex", Buffer.from(key).toString("hex")],
    ["surrounded by control characters", `\u0000\n${key}\t`],
    ["after a long text", `${"x".repeat(1_000)}${key}`],
    ["of another customer", "not allowed: sk-proj-abcdefgh"],
    ["of Google's form", "bad AIzaSyA0123456789"],
  ])("%s", (_, words) => {
    const told = redactKey(words, key);

    expect(told).toMatch(/withheld/);
    expect(told).not.toContain(key.slice(0, 8));
  });
});

test("other messages stay, as one line", () => {
  expect(redactKey("This model's maximum\ncontext length is 8192 tokens.\u0007", key)).toBe(
    "This model's maximum context length is 8192 tokens.",
  );
  expect(redactKey("", key)).toBe("");
});

test("long messages are cut, never through a character", () => {
  const told = redactKey(`${"a".repeat(299)}👍${"b".repeat(500)}`, key);

  expect(told.length).toBeLessThanOrEqual(301);
  expect(told.isWellFormed()).toBe(true);
});

test("a short key is withheld too", () => {
  expect(redactKey("the key abc is wrong", "abc")).toMatch(/withheld/);
});
