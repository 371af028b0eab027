import * as z from "zod";
import { roles } from "../../credentials/rights.ts";
import { CookieSeal } from "./cookie-seal.ts";

const Session = z.object({
  workspaceId: z.string(),
  /** Created for this session, and revoked with it. */
  token: z.string(),
  role: z.enum(roles),
  /** The ID token of the person, to be presented when they sign out; absent when it is too long to keep. */
  idToken: z.string().optional(),
  /** The person's name on the page; empty for a token. */
  person: z.string(),
});

/** Whom a browser acts for, and with which role. */
type Session = z.output<typeof Session>;

export interface OpenSession extends Session {
  readonly expiresAtMs: number;
}

/** Seals sessions. The session's token is inside: it is checked with every request, so that revoking it ends the session. */
export type SessionSeal = CookieSeal<Session>;

export function sessionSeal(keys: readonly [Uint8Array, ...Uint8Array[]], lifetimeMs: number): SessionSeal {
  return new CookieSeal({ keys, audience: "parley-console", value: Session, lifetimeMs });
}
