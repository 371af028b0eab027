import { failedPrecondition, notFound, shortened } from "@parley/kernel";
import { refuseUnlessRepeated } from "@parley/rpc";
import type { Context, Handler } from "../context.ts";
import { selectWorkspaceOf } from "../ownership/ownership.store.ts";
import { authTokenPlace } from "../sealing/sealed-places.ts";
import { insertAuthToken, lockApiKey, selectAuthToken } from "./auth-tokens.store.ts";
import { replaceAuthToken } from "./changed-auth-tokens.store.ts";
import { requireRoomForToken } from "./create-auth-token.ts";
import { authTokenMessage } from "./token-messages.ts";

export const rotateAuthToken =
  ({ database, sealer, makeToken, maxAuthTokens }: Context): Handler<"rotateAuthToken"> =>
  async ({ workspaceId, apiKeyId, tokenId: rotatedId, overlapMs }) => {
    const unknownKey = notFound(`There is no API key ${shortened(apiKeyId)}.`);
    if ((await selectWorkspaceOf(database, apiKeyId)) !== workspaceId) throw unknownKey;
    const { token, tokenId, tokenHash } = makeToken(apiKeyId);
    const sealedToken = await sealer.seal(workspaceId, authTokenPlace(apiKeyId, tokenId), token);

    const { shown, createdAtMs, previousExpiresAtMs } = await database.transaction(async (tx) => {
      if (!(await lockApiKey(tx, workspaceId, apiKeyId))) throw unknownKey;
      const rotated = await selectAuthToken(tx, apiKeyId, rotatedId);
      if (rotated === undefined || rotated.expired) throw notFound(`The API key ${shortened(apiKeyId)} has no such valid token.`);
      refuseRotatedAlready(rotated);
      await requireRoomForToken(tx, apiKeyId, maxAuthTokens);
      const { tokenName, expiresAtMs, tokenRole, organizationIds, resources } = rotated;
      const same = { tokenId, tokenName, expiresAtMs, tokenRole, organizationIds, resources };
      const insertedAtMs = await insertAuthToken(tx, { ...same, apiKeyId, tokenHash, sealedToken });
      const endsAtMs = await replaceAuthToken(tx, { workspaceId, apiKeyId, tokenId: rotatedId }, tokenId, Number(overlapMs));
      return { shown: same, createdAtMs: insertedAtMs, previousExpiresAtMs: endsAtMs };
    });

    const authToken = authTokenMessage({ ...shown, token, createdAtMs, lastUsedAtMs: null, replacedBy: null });
    return { authToken, previousExpiresAtMs: BigInt(previousExpiresAtMs) };
  };

/**
 * Fails with `failed_precondition` for a token that was already replaced: rotating it again would leave two successors. A request that is
 * sent again because its response was lost makes another token, because nobody has the first one.
 */
export function refuseRotatedAlready({ replacedBy }: { readonly replacedBy: string | null }): void {
  if (replacedBy === null) return;
  refuseUnlessRepeated(failedPrecondition(`The token has been rotated before: rotate ${replacedBy}.`, "rotated_already"));
}
