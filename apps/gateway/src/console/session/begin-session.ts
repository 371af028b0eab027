import type { Client } from "@connectrpc/connect";
import { ConsoleRole, type CredentialsService } from "@parley/contracts/workspace";
import type { Role } from "../../credentials/rights.ts";
import type { OpenSession, SessionSeal } from "./session.ts";

/** The person and credentials that begin a session. */
interface Beginning {
  readonly workspaceId: string;
  readonly role: Role;
  /** Empty for a session begun with a token. */
  readonly person: string;
  /** The id of the presented workspace token: the session ends with it at the latest. */
  readonly parentTokenId?: string;
  /** The ID token with which an identity provider vouched for the person. */
  readonly idToken?: string;
}

/** A session, and the content of its cookie. */
export interface BegunSession {
  readonly session: OpenSession;
  readonly sealed: string;
}

export type BeginSession = (beginning: Beginning) => Promise<BegunSession>;

const messageRoles = {
  read: ConsoleRole.READ,
  act: ConsoleRole.ACT,
  administrate: ConsoleRole.ADMINISTRATE,
} as const satisfies Record<Role, ConsoleRole>;

/**
 * Begins sessions. Each has its own token, by which it is listed and revoked, so that signing out ends every copy of its cookie. Fails with
 * `not_found` for an unknown workspace, and for a presented token that has been revoked since.
 */
export function beginSessions(tokens: Client<typeof CredentialsService>, seal: SessionSeal): BeginSession {
  return async ({ workspaceId, role, person, parentTokenId = "", idToken }) => {
    const lifetimeMs = BigInt(seal.lifetimeMs);
    const begun = await tokens.beginConsoleSession({ workspaceId, person, role: messageRoles[role], lifetimeMs, parentTokenId });
    const session = { workspaceId, token: begun.token, role, person, ...(idToken === undefined ? {} : { idToken }) };
    const { sealed, expiresAtMs } = await seal.seal(session, Number(begun.expiresAtMs));
    return { sealed, session: { ...session, expiresAtMs } };
  };
}
