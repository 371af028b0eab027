import { expect, test } from "vitest";
import { canonicalJson, jsonDepth, unstorableText } from "./json.ts";

test("depth counts nested arrays and objects and stops just above the limit", () => {
  const deep = JSON.parse(`${"[".repeat(5000)}${"]".repeat(5000)}`);

  expect(jsonDepth("text", 32)).toBe(0);
  expect(jsonDepth({}, 32)).toBe(1);
  expect(jsonDepth({ a: [{ b: 1 }], c: 1 }, 32)).toBe(3);
  expect(jsonDepth(deep, 32)).toBe(33);
});

test("text that cannot be stored is found with its path", () => {
  expect(unstorableText({ a: ["fine", "é😀"] }, "")).toBeUndefined();
  expect(unstorableText({ a: ["fine", "\ud800"] }, "")).toBe("a[1]");
  expect(unstorableText({ a: { b: "x\0" } }, "data")).toBe("data.a.b");
  expect(unstorableText({ a: { "\0": 1 } }, "data")).toBe("data.a");
});

test("canonical JSON does not depend on the order of keys", () => {
  expect(canonicalJson({ b: [1, { d: 1, c: null }], a: "x" })).toBe(canonicalJson({ a: "x", b: [1, { c: null, d: 1 }] }));
  expect(canonicalJson({ a: 1 })).not.toBe(canonicalJson({ a: "1" }));
});
