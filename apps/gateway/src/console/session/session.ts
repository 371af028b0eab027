import * as z from "zod";
import { roles } from "../../credentials/rights.ts";
import { CookieSeal } from "./cookie-seal.ts";

const Session = z.object({
  workspaceId: z.string(),
  /** Created for this session, and revoked with it. */
  token: z.string(),
  role: z.enum(roles),
  /** The person's ID token, presented when they sign out; absent when it is too long to keep. */
  idToken: z.string().optional(),
  /** The person's name, as shown; empty for a session begun with a token. */
  person: z.string(),
});

/** The workspace that a browser acts for, and its role. */
type Session = z.output<typeof Session>;

export interface OpenSession extends Session {
  readonly expiresAtMs: number;
}

/** Seals sessions. The sealed token is checked with every request, so that revoking it ends the session. */
export type SessionSeal = CookieSeal<Session>;

export function sessionSeal(keys: readonly [Uint8Array, ...Uint8Array[]], lifetimeMs: number): SessionSeal {
  return new CookieSeal({ keys, audience: "parley-console", value: Session, lifetimeMs });
}
