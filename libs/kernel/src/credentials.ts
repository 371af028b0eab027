import { createHash, createHmac, createSecretKey, hash, type KeyObject, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { expandedKey, type SealingKey } from "./derived-keys.ts";

const randomBytesOfToken = 26;
const markBytes = 6;
const checksumCharacters = 6;
const tokenShape = /^sk_[A-Za-z0-9_-]{43}[A-Za-z0-9_-]{6}$/;

/** The key that marks auth tokens, derived from a gateway's key. */
export function authTokenKeyOf(gatewayKey: SealingKey): KeyObject {
  return createSecretKey(expandedKey(gatewayKey, "parley auth tokens"));
}

/**
 * A new auth token: `sk_`, 256 bits and a checksum, so that a typo is refused without a look-up. The last 48 bits are a MAC of the others
 * and of the principal; without the key they look random. Without a key the token is one that no installation has issued.
 */
export function newAuthToken(principalId = "", key = createSecretKey(randomBytes(32))): string {
  const random = randomBytes(randomBytesOfToken);
  const secret = Buffer.concat([random, mark(key, principalId, random)]).toString("base64url");
  return `sk_${secret}${checksum(secret)}`;
}

/**
 * Whether a well-formed token was issued for a principal under one of the keys. The token may have been revoked since. Tokens under a
 * key that was removed are not recognised. So this decides whether a look-up is worthwhile, not whether access is
 * granted. A guess passes with probability 2^-48.
 */
export function isIssuedAuthToken(keys: readonly KeyObject[], principalId: string, token: string): boolean {
  const secret = Buffer.from(token.slice(3, -checksumCharacters), "base64url");
  const random = secret.subarray(0, randomBytesOfToken);
  const marked = secret.subarray(randomBytesOfToken);
  return keys.some((key) => mark(key, principalId, random).equals(marked));
}

/** Whether the text has the form and the checksum of an auth token, issued or not. */
export function isWellFormedAuthToken(token: string): boolean {
  if (!tokenShape.test(token)) return false;
  return checksum(token.slice(3, -checksumCharacters)) === token.slice(-checksumCharacters);
}

/** The hash that is stored and compared in place of a token. The token has 256 random bits, so a plain hash resists search. */
export function authTokenHash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

function checksum(secret: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(secret));
  return bytes.toString("base64url");
}

function mark(key: KeyObject, principalId: string, random: Buffer): Buffer {
  return createHmac("sha256", key).update(random).update(principalId).digest().subarray(0, markBytes);
}

/** The longest lifetime of a user's token for a browser. */
export const longestUserTokenMs = 172_800_000;

/** A hash that identifies a user of an API key, so that a stored revocation does not contain the user's id. */
export function userHashOf(apiKeyId: string, userId: string): string {
  return hash("sha256", JSON.stringify(["user tokens", apiKeyId, userId]), "base64url");
}
