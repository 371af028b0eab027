import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { expect, test } from "vitest";
import { UserTokens } from "./user-token.ts";

const [newer, older, foreign] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2), Buffer.alloc(32, 3)];
const user = {
  apiKeyId: "pk_1",
  userId: "vera",
  grants: [{ type: "document", organizationId: "acme", id: "welcome", role: "editor", expiresAtMs: 5_000 }],
  issuedAtMs: 1_700_000_000_123,
} as const;
const atMs = 1_700_000_050_000;
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
const decoded = (part = "") => JSON.parse(Buffer.from(part, "base64url").toString());

test("a token says whose it is, where its user may do what, until when, and when revocations dated it, to the millisecond", () => {
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

test("a token lives for two days at most, whatever is asked for", () => {
  expect(new UserTokens([newer], () => 0).issue(user, 1_000_000_000).expiresAtMs).toBe(172_800_000);
});

test("after the keys were rotated a new key signs, and tokens of the old one are read as long as it is there", () => {
  const before = new UserTokens([older]).issue(user, 1_000).token;
  const rotated = new UserTokens([newer, older]);
  const after = rotated.issue(user, 1_000).token;

  expect(rotated.read(before)?.userId).toBe("vera");
  expect(rotated.read(after)?.userId).toBe("vera");
  // A gateway that has both and is not yet told to sign with the newer one.
  expect(new UserTokens([older, newer]).read(after)?.userId).toBe("vera");
  expect(new UserTokens([newer]).read(before)).toBeUndefined();
  expect(decoded(before.split(".")[0]).kid).not.toBe(decoded(after.split(".")[0]).kid);
});

test("what no key of the installation has signed is no token: of another installation, changed, without a signature, or by another algorithm", () => {
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

test("a token that was read once need not be verified again, and one that was not is not known", () => {
  const tokens = new UserTokens([newer]);
  const { token } = tokens.issue(user, 1_000);

  expect(tokens.known(token)).toBeUndefined();
  tokens.read(token);
  expect(tokens.known(token)?.userId).toBe("vera");
});
