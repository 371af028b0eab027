import { notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { selectWorkspaceOf } from "../ownership/ownership.store.ts";
import { authTokenPlace } from "../sealing/sealed-places.ts";
import { insertAuthToken, lockApiKey } from "./auth-tokens.store.ts";
import { deleteOtherAuthTokens } from "./changed-auth-tokens.store.ts";
import { authTokenMessage } from "./token-messages.ts";
import { allRights, firstTokenName } from "./token-rights.ts";

export const resetAuthTokens =
  ({ database, sealer, makeToken }: Context): Handler<"resetAuthTokens"> =>
  async ({ workspaceId, apiKeyId }) => {
    const unknownKey = notFound(`There is no API key ${shortened(apiKeyId)}.`);
    if ((await selectWorkspaceOf(database, apiKeyId)) !== workspaceId) throw unknownKey;
    const { token, tokenId, tokenHash } = makeToken(apiKeyId);
    const sealedToken = await sealer.seal(workspaceId, authTokenPlace(apiKeyId, tokenId), token);
    const shown = { tokenId, tokenName: firstTokenName, expiresAtMs: null, ...allRights };

    const createdAtMs = await database.transaction(async (tx) => {
      if (!(await lockApiKey(tx, workspaceId, apiKeyId))) throw unknownKey;
      const insertedAtMs = await insertAuthToken(tx, { ...shown, apiKeyId, tokenHash, sealedToken });
      await deleteOtherAuthTokens(tx, { workspaceId, apiKeyId, tokenId });
      return insertedAtMs;
    });

    return { authToken: authTokenMessage({ ...shown, token, createdAtMs, lastUsedAtMs: null, replacedBy: null }) };
  };
