import * as z from "zod";
import type { Headers } from "../../credentials/credential-check.ts";
import { cookieOf, setCookie } from "../session/cookie.ts";
import { CookieSeal } from "../session/cookie-seal.ts";

const name = "parley-sign-in";
const lifetimeMs = 10 * 60_000;

const Pending = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The requested workspace. */
  workspaceId: z.string().optional(),
  /** The page of the console to return to. */
  back: z.string(),
});

/** A sign-in that awaits the identity provider's response, kept in the browser that began it. */
export type PendingSignIn = z.output<typeof Pending>;

interface PendingSignInsOptions {
  readonly keys: readonly [Uint8Array, ...Uint8Array[]];
  readonly isSecure: boolean;
}

/**
 * Keeps pending sign-ins in a sealed cookie for ten minutes: a person who returns without it did not begin here, and gets no session. The
 * cookie is `Lax`, because the browser returns from another site.
 */
export class PendingSignIns {
  readonly #seal: CookieSeal<PendingSignIn>;
  readonly #isSecure: boolean;

  constructor({ keys, isSecure }: PendingSignInsOptions) {
    this.#seal = new CookieSeal({ keys, audience: "parley-console-sign-in", value: Pending, lifetimeMs });
    this.#isSecure = isSecure;
  }

  /** The `set-cookie` that stores a pending sign-in. */
  async keep(pending: PendingSignIn): Promise<string> {
    const { sealed, expiresAtMs } = await this.#seal.seal(pending);
    return this.#cookie(sealed, expiresAtMs);
  }

  /** The pending sign-in of a request; undefined when there is none or it has expired. */
  async of(headers: Headers): Promise<PendingSignIn | undefined> {
    const sealed = cookieOf(headers, name, this.#isSecure);
    return sealed === undefined ? undefined : this.#seal.open(sealed);
  }

  /** The `set-cookie` that removes it. */
  forget(): string {
    return this.#cookie("", 0);
  }

  #cookie(sealed: string, expiresAtMs: number): string {
    return setCookie(name, sealed, { expiresAtMs, isSecure: this.#isSecure, sameSite: "Lax" });
  }
}
