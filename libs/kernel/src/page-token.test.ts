import { expect, test } from "vitest";
import { PageTokens } from "./page-token.ts";

const oldKey = Buffer.alloc(32, 1);
const newKey = Buffer.alloc(32, 2);

test("a token opens only for its own binding", () => {
  const tokens = new PageTokens([newKey]);
  const token = tokens.seal("key1 /v2/users/get {}", "cursor");

  expect(tokens.open("key1 /v2/users/get {}", token)).toBe("cursor");
  expect(tokens.open("key2 /v2/users/get {}", token)).toBeUndefined();
  expect(tokens.open("key1 /v2/users/get {}", `${token}A`)).toBeUndefined();
  expect(tokens.open("key1 /v2/users/get {}", ` ${token}`)).toBeUndefined();
  expect(tokens.open("key1 /v2/users/get {}", "")).toBeUndefined();
});

test("a token with any bit or character changed does not open", () => {
  const tokens = new PageTokens([newKey]);
  const token = tokens.seal("binding", "a cursor of some length");
  const bytes = Buffer.from(token, "base64url");
  const flipped = Array.from({ length: bytes.length * 8 }, (_, bit) => {
    const changed = Buffer.from(bytes);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    return changed.toString("base64url");
  });
  const others = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/= "];
  const replaced = Array.from(token, (was, index) =>
    others.filter((other) => other !== was).map((other) => token.slice(0, index) + other + token.slice(index + 1)),
  ).flat();

  expect([flipped.length, replaced.length]).toEqual([312, 3_484]);
  expect([...flipped, ...replaced].filter((changed) => tokens.open("binding", changed) !== undefined)).toEqual([]);
});

test("a token of the previous key still opens after a rotation", () => {
  const token = new PageTokens([oldKey]).seal("binding", "cursor");

  expect(new PageTokens([newKey, oldKey]).open("binding", token)).toBe("cursor");
  expect(new PageTokens([newKey]).open("binding", token)).toBeUndefined();
});
