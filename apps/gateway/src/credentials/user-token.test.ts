import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { expect, test } from "vitest";
import { UserTokens } from "./user-token.ts";

const newer = Buffer.alloc(32, 1);
const older = Buffer.alloc(32, 2);
const foreign = Buffer.alloc(32, 3);
const user = {
  apiKeyId: "pk_1",
  userId: "vera",
  grants: [{ type: "document", organizationId: "acme", id: "welcome", role: "editor", expiresAtMs: 5_000 }],
  issuedAtMs: 1_700_000_000_123,
} as const;
const atMs = 1_700_000_050_000;
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
const decoded = (part = "") => JSON.parse(Buffer.from(part, "base64url").toString());

test("a token names its user and the user's roles in places, and carries its expiry and its issue time to the millisecond", () => {
  const { token, expiresAtMs } = new UserTokens([newer], () => atMs).issue(user, 3_600_000);

  expect(expiresAtMs).toBe(atMs + 3_600_000);
  expect(new UserTokens([newer]).read(token)).toEqual({
    ...user,
    expiresAtMs,
    tokenId: expect.stringMatching(/^[\w-]{12}$/),
  });
  const [head, body] = token.split(".").map((part) => (part.startsWith("eyJ") ? decoded(part) : part));
  expect(head).toEqual({ alg: "EdDSA", typ: "JWT", kid: expect.any(String) });
  expect(Object.keys(body as object)).toEqual(["iss", "aud", "sub", "iat", "exp", "jti", "resources"]);
});

test("a token lives for two days at most, whatever life is requested", () => {
  expect(new UserTokens([newer], () => 0).issue(user, 1_000_000_000).expiresAtMs).toBe(172_800_000);
});

test("after a rotation the new key signs, and tokens of the old key are read as long as that key is configured", () => {
  const before = new UserTokens([older]).issue(user, 1_000).token;
  const rotated = new UserTokens([newer, older]);
  const after = rotated.issue(user, 1_000).token;

  expect(rotated.read(before)?.userId).toBe("vera");
  expect(rotated.read(after)?.userId).toBe("vera");
  // This gateway has both keys, but still signs with the older one.
  expect(new UserTokens([older, newer]).read(after)?.userId).toBe("vera");
  expect(new UserTokens([newer]).read(before)).toBeUndefined();
  expect(decoded(before.split(".")[0]).kid).not.toBe(decoded(after.split(".")[0]).kid);
});

test("a token that no key of the installation has signed is rejected: foreign, changed, unsigned, or signed with another algorithm", () => {
  const tokens = new UserTokens([newer]);
  const { token } = tokens.issue(user, 1_000);
  const [head = "", body = "", signature = ""] = token.split(".");
  const other = encoded({ ...decoded(body), sub: "otto" });
  const { kid } = decoded(head);
  const { privateKey } = generateKeyPairSync("ed25519");
  const forged = `${head}.${other}`;
  const hmacHead = encoded({ alg: "HS256", typ: "JWT", kid });

  for (const wrong of [
    new UserTokens([foreign]).issue(user, 1_000).token,
    `${head}.${other}.${signature}`,
    `${encoded({ alg: "none", typ: "JWT", kid })}.${body}.`,
    `${head}.${body}.`,
    `${head}.${body}`,
    `${token}.${signature}`,
    `${token}=`,
    `${forged}.${sign(null, Buffer.from(forged), privateKey).toString("base64url")}`,
    `${hmacHead}.${other}.${createHmac("sha256", newer).update(`${hmacHead}.${other}`).digest("base64url")}`,
    "",
    "..",
    "a".repeat(10_000),
  ]) {
    expect(tokens.read(wrong), wrong).toBeUndefined();
  }
});

test("a token is known without a verification only after it was read once", () => {
  const tokens = new UserTokens([newer]);
  const { token } = tokens.issue(user, 1_000);

  expect(tokens.known(token)).toBeUndefined();
  tokens.read(token);
  expect(tokens.known(token)?.userId).toBe("vera");
});
