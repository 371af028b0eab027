import { expect, test } from "vitest";
import { PageTokens } from "./page-token.ts";

const oldKey = Buffer.alloc(32, 1);
const newKey = Buffer.alloc(32, 2);

test("a token opens for its own binding only", () => {
  const tokens = new PageTokens([newKey]);
  const token = tokens.seal("key1 /v2/users/get {}", "cursor");

  expect(tokens.open("key1 /v2/users/get {}", token)).toBe("cursor");
  expect(tokens.open("key2 /v2/users/get {}", token)).toBeUndefined();
  expect(tokens.open("key1 /v2/users/get {}", `${token}A`)).toBeUndefined();
  expect(tokens.open("key1 /v2/users/get {}", ` ${token}`)).toBeUndefined();
  expect(tokens.open("key1 /v2/users/get {}", "")).toBeUndefined();
});

test("every single changed character is noticed", () => {
  const tokens = new PageTokens([newKey]);
  const token = tokens.seal("binding", "a cursor of some length");

  for (let index = 0; index < token.length; index++) {
    const changed = token.slice(0, index) + (token[index] === "A" ? "B" : "A") + token.slice(index + 1);
    expect(tokens.open("binding", changed)).toBeUndefined();
  }
});

test("a token of the previous key still opens after a rotation", () => {
  const token = new PageTokens([oldKey]).seal("binding", "cursor");

  expect(new PageTokens([newKey, oldKey]).open("binding", token)).toBe("cursor");
  expect(new PageTokens([newKey]).open("binding", token)).toBeUndefined();
});
