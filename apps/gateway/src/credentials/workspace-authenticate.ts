import type { Client } from "@connectrpc/connect";
import { ConsoleRole, CredentialLevel, type CredentialsService, type TokenRights } from "@parley/contracts/workspace";
import { RemoteFailure } from "@parley/rpc";
import type { Authenticate } from "./credential-cache.ts";
import { toLimits } from "./key-limits.ts";
import type { Rights, Role } from "./rights.ts";

const levels = { apiKey: CredentialLevel.API_KEY, workspace: CredentialLevel.WORKSPACE } as const;

/** Asks the workspace service whether credentials are valid. */
export function authenticateBy(client: Client<typeof CredentialsService>): Authenticate {
  return async (level, principalId, authToken) => {
    try {
      const { workspaceId, apiKeyId, tokenId, advancedQueriesEnabled, disabled, expiresInMs, sessionRole, ...answer } =
        await client.authenticate({
          level: levels[level],
          principalId,
          authToken,
        });
      const isForSession = sessionRole !== ConsoleRole.UNSPECIFIED;
      const rights = rightsOf(isForSession ? "session" : "token", answer.rights);
      return {
        credential:
          level === "workspace"
            ? { level, workspaceId, tokenId, rights, isForSession }
            : { level, workspaceId, apiKeyId, tokenId, advancedQueriesEnabled, disabled, rights, limits: toLimits(answer.limits) },
        ...(expiresInMs === undefined ? {} : { expiresInMs: Number(expiresInMs) }),
      };
    } catch (error) {
      if (error instanceof RemoteFailure && error.failure?.kind === "unauthenticated") return undefined;
      throw error;
    }
  };
}

const roles = {
  [ConsoleRole.UNSPECIFIED]: undefined,
  [ConsoleRole.READ]: "read",
  [ConsoleRole.ACT]: "act",
  [ConsoleRole.ADMINISTRATE]: "administrate",
} as const satisfies Record<ConsoleRole, Role | undefined>;

/** Converts the rights of a bearer from the workspace service's message. */
export function rightsOf(bearer: Rights["bearer"], sent: TokenRights | undefined): Rights {
  const { role = ConsoleRole.UNSPECIFIED, organizationIds = [], resources = [] } = sent ?? {};
  const known = roles[role];
  if (known === undefined) throw new Error(`The workspace service returned the unknown role ${role}.`);
  return { bearer, role: known, resources: limited(resources), organizationIds: limited(organizationIds) };
}

function limited(names: readonly string[]): ReadonlySet<string> | undefined {
  return names.length === 0 ? undefined : new Set(names);
}
