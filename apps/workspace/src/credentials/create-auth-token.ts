import type { Db } from "@parley/database";
import { failedPrecondition, invalid, notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { selectWorkspaceOf } from "../ownership/ownership.store.ts";
import { authTokenPlace } from "../sealing/sealed-places.ts";
import { countAuthTokens, insertAuthToken, lockApiKey } from "./auth-tokens.store.ts";
import { deleteReplacedAuthTokens } from "./changed-auth-tokens.store.ts";
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

/** Fails with `failed_precondition` when an API key, which must be locked, has the maximum number of tokens. */
export async function requireRoomForToken(tx: Db, apiKeyId: string, maxAuthTokens: number): Promise<void> {
  await deleteReplacedAuthTokens(tx, apiKeyId);
  if ((await countAuthTokens(tx, apiKeyId)) < maxAuthTokens) return;
  throw failedPrecondition(
    `The API key ${shortened(apiKeyId)} already has ${maxAuthTokens} tokens; revoke one first.`,
    "too_many_auth_tokens",
  );
}
