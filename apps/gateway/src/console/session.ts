import { EncryptJWT, errors, jwtDecrypt } from "jose";
import * as z from "zod";
import { roles } from "../credentials/credential.ts";

const Session = z.object({
  workspaceId: z.string(),
  /** The workspace's token that was shown at sign-in; absent when somebody else vouched for the person. */
  token: z.string().optional(),
  role: z.enum(roles),
  /** What the page calls the person; empty for a token. */
  person: z.string(),
});

/** Whom a browser acts for, and what it may do. */
export type Session = z.output<typeof Session>;

export interface OpenSession extends Session {
  readonly expiresAtMs: number;
}

const audience = "parley-console";

interface SessionSealOptions {
  /** 32 bytes each, newest first: the first seals, all open. */
  readonly keys: readonly [Uint8Array, ...Uint8Array[]];
  readonly lifetimeMs: number;
}

/**
 * Seals sessions into what a cookie carries (JWE, `dir` with A256GCM), so that no gateway keeps any and a browser can neither read nor change its own.
 * The token of the workspace lies inside: it is looked at with every request, so that its revocation ends the session.
 */
export class SessionSeal {
  readonly #options: SessionSealOptions;

  constructor(options: SessionSealOptions) {
    this.#options = options;
  }

  async seal(session: Session): Promise<{ sealed: string; expiresAtMs: number }> {
    const { keys, lifetimeMs } = this.#options;
    const expiresAtS = Math.floor((Date.now() + lifetimeMs) / 1_000);
    const jwt = new EncryptJWT({ session }).setProtectedHeader({ alg: "dir", enc: "A256GCM" }).setAudience(audience).setIssuedAt();
    return { sealed: await jwt.setExpirationTime(expiresAtS).encrypt(keys[0]), expiresAtMs: expiresAtS * 1_000 };
  }

  /** The session, or undefined when it was not sealed here or is over. */
  async open(sealed: string): Promise<OpenSession | undefined> {
    for (const key of this.#options.keys) {
      try {
        const { payload } = await jwtDecrypt(sealed, key, {
          audience,
          keyManagementAlgorithms: ["dir"],
          contentEncryptionAlgorithms: ["A256GCM"],
        });
        const { data } = Session.safeParse(payload.session);
        return data === undefined || payload.exp === undefined ? undefined : { ...data, expiresAtMs: payload.exp * 1_000 };
      } catch (error) {
        // Another key may open it; whatever else is wrong with it, it is none.
        if (!(error instanceof errors.JWEDecryptionFailed)) return undefined;
      }
    }
    return undefined;
  }
}
