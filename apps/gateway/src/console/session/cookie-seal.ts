import { EncryptJWT, errors, jwtDecrypt } from "jose";
import type * as z from "zod";

interface CookieSealOptions<Value> {
  /** Keys of 32 bytes, newest first: the first seals, all open. */
  readonly keys: readonly [Uint8Array, ...Uint8Array[]];
  /** A value sealed for one audience opens for no other. */
  readonly audience: string;
  readonly value: z.ZodType<Value>;
  readonly lifetimeMs: number;
}

/**
 * Seals the content of a cookie (JWE, `dir` with A256GCM), so that no gateway has to store it and a browser can neither read nor change it.
 */
export class CookieSeal<Value extends object> {
  readonly #options: CookieSealOptions<Value>;

  constructor(options: CookieSealOptions<Value>) {
    this.#options = options;
  }

  get lifetimeMs(): number {
    return this.#options.lifetimeMs;
  }

  /** Seals a value that expires after the lifetime, or earlier at `endsAtMs`. */
  async seal(value: Value, endsAtMs: number = Number.POSITIVE_INFINITY): Promise<{ sealed: string; expiresAtMs: number }> {
    const { keys, lifetimeMs, audience } = this.#options;
    const expiresAtS = Math.floor(Math.min(Date.now() + lifetimeMs, endsAtMs) / 1_000);
    const jwt = new EncryptJWT({ value }).setProtectedHeader({ alg: "dir", enc: "A256GCM" }).setAudience(audience).setIssuedAt();
    return { sealed: await jwt.setExpirationTime(expiresAtS).encrypt(keys[0]), expiresAtMs: expiresAtS * 1_000 };
  }

  /** The sealed content, or undefined when it was not sealed here or has expired. */
  async open(sealed: string): Promise<(Value & { readonly expiresAtMs: number }) | undefined> {
    for (const key of this.#options.keys) {
      try {
        const { payload } = await jwtDecrypt(sealed, key, {
          audience: this.#options.audience,
          keyManagementAlgorithms: ["dir"],
          contentEncryptionAlgorithms: ["A256GCM"],
        });
        const { data } = this.#options.value.safeParse(payload.value);
        return data === undefined || payload.exp === undefined ? undefined : { ...data, expiresAtMs: payload.exp * 1_000 };
      } catch (error) {
        // A value that this key does not decrypt may be sealed with another key. Any other error makes the value invalid.
        if (!(error instanceof errors.JWEDecryptionFailed)) return undefined;
      }
    }
    return undefined;
  }
}
