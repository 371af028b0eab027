import { expect, test } from "vitest";
import { authTokenHash, isWellFormedAuthToken, newAuthToken } from "./credentials.ts";

test("a made token is well formed and every changed character is noticed", () => {
  const token = newAuthToken();

  expect(isWellFormedAuthToken(token)).toBe(true);
  for (let index = 0; index < token.length; index++) {
    const changed = token.slice(0, index) + (token[index] === "A" ? "B" : "A") + token.slice(index + 1);
    expect(isWellFormedAuthToken(changed)).toBe(false);
  }
});

test("text that is no token is refused", () => {
  for (const text of ["", "sk_", "sk_abc", `${newAuthToken()} `, newAuthToken().replace("sk_", "pk_")]) {
    expect(isWellFormedAuthToken(text)).toBe(false);
  }
});

test("the hash of a token has 32 bytes and depends on the whole token", () => {
  const token = newAuthToken();

  expect(authTokenHash(token)).toHaveLength(32);
  expect(authTokenHash(token).equals(authTokenHash(`${token}x`))).toBe(false);
});
