import { failedPrecondition, invalid, notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { selectWorkspaceOf } from "../ownership/ownership.store.ts";
import { authTokenPlace } from "../sealing/sealed-places.ts";
import { countAuthTokens, insertAuthToken, lockApiKey } from "./auth-tokens.store.ts";
import { authTokenMessage } from "./token-messages.ts";

export const createAuthToken =
  ({ database, sealer, makeToken, maxAuthTokens }: Context): Handler<"createAuthToken"> =>
  async ({ workspaceId, apiKeyId, name, ...request }) => {
    const expiresAtMs = request.expiresAtMs === undefined ? null : Number(request.expiresAtMs);
    if (expiresAtMs !== null && expiresAtMs <= Date.now()) throw invalid("expires_at", "expiresAt must be in the future.");
    const unknownKey = notFound(`There is no API key ${shortened(apiKeyId)}.`);
    if ((await selectWorkspaceOf(database, apiKeyId)) !== workspaceId) throw unknownKey;
    const { token, tokenId, tokenHash } = makeToken(apiKeyId);
    const sealedToken = await sealer.seal(workspaceId, authTokenPlace(apiKeyId, tokenId), token);

    const createdAtMs = await database.transaction(async (tx) => {
      if (!(await lockApiKey(tx, workspaceId, apiKeyId))) throw unknownKey;
      if ((await countAuthTokens(tx, apiKeyId)) >= maxAuthTokens) {
        throw failedPrecondition(
          `The API key ${shortened(apiKeyId)} has ${maxAuthTokens} tokens already; revoke one first.`,
          "too_many_auth_tokens",
        );
      }
      return insertAuthToken(tx, { apiKeyId, tokenId, tokenHash, sealedToken, tokenName: name, expiresAtMs });
    });

    return { authToken: authTokenMessage({ tokenId, token, name, createdAtMs, expiresAtMs, lastUsedAtMs: null }) };
  };
