import { createSecretKey } from "node:crypto";
import { expect, test } from "vitest";
import { authTokenHash, isIssuedAuthToken, isWellFormedAuthToken, newAuthToken } from "./credentials.ts";

test("a made token is well formed and every changed character is noticed", () => {
  const token = newAuthToken();

  expect(isWellFormedAuthToken(token)).toBe(true);
  for (let index = 0; index < token.length; index++) {
    const changed = token.slice(0, index) + (token[index] === "A" ? "B" : "A") + token.slice(index + 1);
    expect(isWellFormedAuthToken(changed)).toBe(false);
  }
});

test("text that is not a token is refused", () => {
  for (const text of ["", "sk_", "sk_abc", `${newAuthToken()} `, newAuthToken().replace("sk_", "pk_")]) {
    expect(isWellFormedAuthToken(text)).toBe(false);
  }
});

test("the hash of a token has 32 bytes and depends on the whole token", () => {
  const token = newAuthToken();

  expect(authTokenHash(token)).toHaveLength(32);
  expect(authTokenHash(token).equals(authTokenHash(`${token}x`))).toBe(false);
});

const key = createSecretKey(Buffer.alloc(32, 1));
const otherKey = createSecretKey(Buffer.alloc(32, 2));

test("an issued token is recognised for its principal alone, under any of the keys", () => {
  const token = newAuthToken("pk_live_1", key);

  expect(isWellFormedAuthToken(token)).toBe(true);
  expect(isIssuedAuthToken([otherKey, key], "pk_live_1", token)).toBe(true);
  expect(isIssuedAuthToken([key], "pk_live_2", token)).toBe(false);
  expect(isIssuedAuthToken([otherKey], "pk_live_1", token)).toBe(false);
});

test("a token that was not issued, or was changed after it was, is not recognised", () => {
  const token = newAuthToken("pk_live_1", key);
  const guesses = Array.from({ length: 1_000 }, () => newAuthToken());
  const changed = Array.from({ length: 43 }, (_, at) => {
    const other = token[3 + at] === "A" ? "B" : "A";
    return token.slice(0, 3 + at) + other + token.slice(4 + at);
  });

  // The last character of the secret holds only four of its bits, so some changes of it do not change the secret.
  expect([...guesses, ...changed.slice(0, -1)].filter((guess) => isIssuedAuthToken([key], "pk_live_1", guess))).toEqual([]);
});
