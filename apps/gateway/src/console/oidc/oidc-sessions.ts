import type { Client } from "@connectrpc/connect";
import { ConsoleRole, type WorkspaceService } from "@parley/contracts/workspace";
import { RemoteFailure } from "@parley/rpc";
import type { Role } from "../../credentials/credential.ts";
import type { Session } from "../session/session.ts";
import { accessOf, type Grant, personOf, valuesOf } from "./grants.ts";

interface OidcSessionsOptions {
  readonly workspace: Client<typeof WorkspaceService>;
  readonly claim: string;
  readonly grants: readonly Grant[];
  readonly lifetimeMs: number;
  /** Called for a person without a matching grant, and for a grant that names an unknown workspace. */
  readonly onNoAccess: (person: string) => void;
}

const messageRoles = {
  read: ConsoleRole.READ,
  act: ConsoleRole.ACT,
  administrate: ConsoleRole.ADMINISTRATE,
} as const satisfies Record<Role, ConsoleRole>;

export const noAccess = Symbol("no access");

/**
 * Begins sessions for people whom the identity provider has authenticated. Each has a token of its own, by which it is listed and revoked.
 */
export class OidcSessions {
  readonly #options: OidcSessionsOptions;

  constructor(options: OidcSessionsOptions) {
    this.#options = options;
  }

  /** The session, or `noAccess` when the claims give the person none. Fails when the workspace service cannot create one. */
  async begin(claims: Readonly<Record<string, unknown>>, wanted: string | undefined): Promise<Session | typeof noAccess> {
    const { claim, grants, workspace, lifetimeMs, onNoAccess } = this.#options;
    const person = personOf(claims);
    const access = accessOf(grants, valuesOf(claims, claim), wanted);
    try {
      if (access !== undefined) {
        const { workspaceId, role } = access;
        const made = await workspace.beginConsoleSession({ workspaceId, person, role: messageRoles[role], lifetimeMs: BigInt(lifetimeMs) });
        return { workspaceId, token: made.token, isOwnToken: true, role, person };
      }
    } catch (error) {
      const isUnknown = error instanceof RemoteFailure && error.failure?.kind === "not_found";
      if (!isUnknown) throw error;
    }
    onNoAccess(person);
    return noAccess;
  }
}
