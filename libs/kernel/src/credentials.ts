import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const secretBytes = 32;
const checksumCharacters = 6;
const tokenShape = /^sk_[A-Za-z0-9_-]{43}[A-Za-z0-9_-]{6}$/;

/** A new auth token: `sk_`, 256 random bits and a checksum, so that a typo is refused without a look-up (decisions, section 2). */
export function newAuthToken(): string {
  const secret = randomBytes(secretBytes).toString("base64url");
  return `sk_${secret}${checksum(secret)}`;
}

/** Whether the text has the form and the checksum of an auth token. Says nothing about whether it was ever issued. */
export function isWellFormedAuthToken(token: string): boolean {
  if (!tokenShape.test(token)) return false;
  return checksum(token.slice(3, -checksumCharacters)) === token.slice(-checksumCharacters);
}

/** What is stored and compared in place of a token. The token has 256 random bits, so its plain hash cannot be reversed by search. */
export function authTokenHash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

function checksum(secret: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(secret));
  return bytes.toString("base64url");
}
