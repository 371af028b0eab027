import type { Client } from "@connectrpc/connect";
import { ConsoleRole, CredentialLevel, type WorkspaceService } from "@parley/contracts/workspace";
import { RemoteFailure } from "@parley/rpc";
import type { Authenticate } from "./credential-check.ts";

const levels = { apiKey: CredentialLevel.API_KEY, workspace: CredentialLevel.WORKSPACE } as const;

/** Asks the workspace service whether credentials are valid. */
export function authenticateBy(workspace: Client<typeof WorkspaceService>): Authenticate {
  return async (level, principalId, authToken) => {
    try {
      const { workspaceId, apiKeyId, tokenId, advancedQueriesEnabled, disabled, expiresInMs, sessionRole } = await workspace.authenticate({
        level: levels[level],
        principalId,
        authToken,
      });
      return {
        credential:
          level === "workspace"
            ? { level, workspaceId, tokenId, ...(sessionRole === ConsoleRole.UNSPECIFIED ? {} : { isForSession: true }) }
            : { level, workspaceId, apiKeyId, tokenId, advancedQueriesEnabled, disabled },
        ...(expiresInMs === undefined ? {} : { expiresInMs: Number(expiresInMs) }),
      };
    } catch (error) {
      if (error instanceof RemoteFailure && error.failure?.kind === "unauthenticated") return undefined;
      throw error;
    }
  };
}
