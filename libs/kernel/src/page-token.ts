import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";

const macBytes = 16;

/**
 * Page tokens as customers see them: opaque, signed, and bound to an API key, an operation and its filters. `keys` are 32-byte secrets,
 * newest first: the newest signs, all of them verify, so that keys can be rotated while a list is being read.
 */
export class PageTokens {
  readonly #keys: readonly KeyObject[];
  readonly #newest: KeyObject;

  constructor([newest, ...older]: readonly [Buffer, ...Buffer[]]) {
    this.#newest = createSecretKey(newest);
    this.#keys = [this.#newest, ...older.map((key) => createSecretKey(key))];
  }

  /** Seals a cursor for one binding (API key, operation and filters as one text). */
  seal(binding: string, cursor: string): string {
    const body = Buffer.from(cursor, "utf8");
    return Buffer.concat([mac(this.#newest, binding, body), body]).toString("base64url");
  }

  /** The cursor, or undefined unless `seal` made the token with one of the keys for the same binding. */
  open(binding: string, token: string): string | undefined {
    const bytes = Buffer.from(token, "base64url");
    // The decoder skips characters that are not base64url, so the token must equal the text that was issued.
    if (bytes.length <= macBytes || bytes.toString("base64url") !== token) return undefined;
    const body = bytes.subarray(macBytes);
    const given = bytes.subarray(0, macBytes);
    const known = this.#keys.some((key) => timingSafeEqual(mac(key, binding, body), given));
    return known ? body.toString("utf8") : undefined;
  }
}

function mac(key: KeyObject, binding: string, body: Buffer): Buffer {
  return createHmac("sha256", key)
    .update(`${Buffer.byteLength(binding)}:${binding}`)
    .update(body)
    .digest()
    .subarray(0, macBytes);
}
