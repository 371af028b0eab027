import * as z from "zod";
import { roles } from "../../credentials/credential.ts";
import { CookieSeal } from "./cookie-seal.ts";

const Session = z.object({
  workspaceId: z.string(),
  /** The workspace's token that was shown at sign-in, or one that was made for this session alone. */
  token: z.string(),
  /** Whether the token was made for this session alone, and ends with it. */
  isOwnToken: z.boolean().default(false),
  role: z.enum(roles),
  /** What the identity provider said of the person, to be shown to it when they sign out; absent when it is too long to be kept. */
  idToken: z.string().optional(),
  /** What the page calls the person; empty for a token. */
  person: z.string(),
});

/** Whom a browser acts for, and what it may do. */
export type Session = z.output<typeof Session>;

export interface OpenSession extends Session {
  readonly expiresAtMs: number;
}

/**
 * Seals sessions. The token of the workspace lies inside: it is looked at with every request, so that its revocation ends the session.
 */
export type SessionSeal = CookieSeal<Session>;

export function sessionSeal(keys: readonly [Uint8Array, ...Uint8Array[]], lifetimeMs: number): SessionSeal {
  return new CookieSeal({ keys, audience: "parley-console", value: Session, lifetimeMs });
}
