import { timingSafeEqual } from "node:crypto";
import { CredentialLevel } from "@parley/contracts/workspace";
import { Failure, idProblem, isWellFormedAuthToken } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { limitsMessage } from "../settings/key-limits.ts";
import { identifyToken } from "./auth-token.ts";
import { selectApiKeyCredential, selectWorkspaceCredential } from "./credentials.store.ts";
import { rightsMessage } from "./token-rights.ts";
import { roleMessage } from "./token-role.ts";

const noHash = Buffer.alloc(32);

export const authenticate =
  ({ database, tokenUses }: Context): Handler<"authenticate"> =>
  async ({ level, principalId, authToken }) => {
    // Text without the form of a credential is refused without a look-up: the form is public, so the quick refusal reveals nothing.
    if (!isWellFormedAuthToken(authToken) || idProblem(principalId) !== undefined) throw refused();
    const isApiKey = level === CredentialLevel.API_KEY;
    const { tokenId, tokenHash } = identifyToken(authToken);

    const select = isApiKey ? selectApiKeyCredential : selectWorkspaceCredential;
    const found = await select(database, principalId, tokenId);

    // Every other mistake takes the same path: one statement, one comparison.
    const same = timingSafeEqual(found?.tokenHash ?? noHash, tokenHash);
    if (found === undefined || !same || found.expired) throw refused();
    tokenUses.note({ isApiKey, principalId, tokenId });
    const { workspaceId, advancedQueriesEnabled, activityLogImmutable, disabled, expiresInMs, sessionRole, limits } = found;
    return {
      workspaceId,
      apiKeyId: isApiKey ? principalId : "",
      tokenId,
      advancedQueriesEnabled,
      activityLogImmutable,
      disabled,
      ...(limits === undefined ? {} : { limits: limitsMessage(limits) }),
      rights: rightsMessage({ ...found, tokenRole: sessionRole ?? found.tokenRole }),
      ...(expiresInMs === null ? {} : { expiresInMs: BigInt(expiresInMs) }),
      ...(sessionRole === null ? {} : { sessionRole: roleMessage(sessionRole) }),
    };
  };

function refused(): Failure {
  return new Failure("unauthenticated", "The credentials are missing or invalid.");
}
