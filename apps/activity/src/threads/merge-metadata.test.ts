import { expect, test } from "vitest";
import { mergeMetadata } from "./merge-metadata.ts";

test("given keys are replaced, null removes a key, other keys are kept", () => {
  expect(mergeMetadata('{"a":1,"b":2,"c":3}', '{"b":null,"c":{"d":null},"e":5}', 1_000)).toBe('{"a":1,"c":{"d":null},"e":5}');
});

test("a key named __proto__ is an ordinary key", () => {
  expect(mergeMetadata('{"a":1}', '{"__proto__":{"polluted":true}}', 1_000)).toBe('{"a":1,"__proto__":{"polluted":true}}');
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test("metadata that would be too long is refused, unless it shrinks", () => {
  const long = JSON.stringify({ text: "x".repeat(100), more: "y" });

  expect(mergeMetadata("{}", long, 50)).toBeUndefined();
  expect(mergeMetadata(long, '{"more":null}', 50)).toBe(JSON.stringify({ text: "x".repeat(100) }));
});

test("an empty patch leaves the stored text unchanged", () => {
  expect(mergeMetadata('{ "a": 1 }', "", 1)).toBe('{ "a": 1 }');
});
