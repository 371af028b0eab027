import { invalid, notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { selectWorkspaceOf } from "../ownership/ownership.store.ts";
import { authTokenPlace } from "../sealing/sealed-places.ts";
import { insertAuthToken, lockApiKey } from "./auth-tokens.store.ts";
import { requireRoomForToken } from "./room-for-token.ts";
import { authTokenMessage } from "./token-messages.ts";
import { storedRights } from "./token-rights.ts";

export const createAuthToken =
  ({ database, sealer, makeToken, maxAuthTokens }: Context): Handler<"createAuthToken"> =>
  async ({ workspaceId, apiKeyId, name: tokenName, ...request }) => {
    const expiresAtMs = request.expiresAtMs === undefined ? null : Number(request.expiresAtMs);
    if (expiresAtMs !== null && expiresAtMs <= Date.now()) throw invalid("expires_at", "expiresAt must be in the future.");
    const unknownKey = notFound(`There is no API key ${shortened(apiKeyId)}.`);
    if ((await selectWorkspaceOf(database, apiKeyId)) !== workspaceId) throw unknownKey;
    const { token, tokenId, tokenHash } = makeToken(apiKeyId);
    const sealedToken = await sealer.seal(workspaceId, authTokenPlace(apiKeyId, tokenId), token);
    const shown = { tokenId, tokenName, expiresAtMs, ...storedRights(request.rights) };

    const createdAtMs = await database.transaction(async (tx) => {
      if (!(await lockApiKey(tx, workspaceId, apiKeyId))) throw unknownKey;
      await requireRoomForToken(tx, apiKeyId, maxAuthTokens);
      return insertAuthToken(tx, { ...shown, apiKeyId, tokenHash, sealedToken });
    });

    return { authToken: authTokenMessage({ ...shown, token, createdAtMs, lastUsedAtMs: null, replacedBy: null }) };
  };
