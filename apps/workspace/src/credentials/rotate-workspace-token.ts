import type { Context, Handler } from "../context.ts";
import { masked } from "../settings/masked.ts";
import { replaceWorkspaceToken } from "./changed-workspace-tokens.store.ts";
import { ownTokenIn } from "./own-token-in.ts";
import { ownTokensForChange, requireRoomForOwnToken } from "./own-tokens.ts";
import { refuseRotatedAlready } from "./rotate-auth-token.ts";
import { workspaceTokenMessage } from "./token-messages.ts";
import { insertWorkspaceToken } from "./workspace-tokens.store.ts";

export const rotateWorkspaceToken =
  ({ database, makeToken, maxAuthTokens }: Context): Handler<"rotateWorkspaceToken"> =>
  async ({ workspaceId, tokenId: rotatedId, overlapMs }) => {
    const { token, tokenId, tokenHash } = makeToken(workspaceId);
    const { shown, createdAtMs, previousExpiresAtMs } = await database.transaction(async (tx) => {
      const tokens = await ownTokensForChange(tx, workspaceId);
      const rotated = await ownTokenIn(tx, tokens, workspaceId, rotatedId);
      refuseRotatedAlready(rotated);
      requireRoomForOwnToken(tokens, maxAuthTokens);
      const { tokenName, expiresAtMs, tokenRole } = rotated;
      const same = { tokenId, tokenName, expiresAtMs, tokenRole, maskedToken: masked(token), sessionRole: null };
      const insertedAtMs = await insertWorkspaceToken(tx, { ...same, workspaceId, tokenHash, parentTokenId: null });
      const replaced = { workspaceId, tokenId: rotatedId, replacedBy: tokenId, overlapMs: Number(overlapMs) };
      return { shown: same, createdAtMs: insertedAtMs, previousExpiresAtMs: await replaceWorkspaceToken(tx, replaced) };
    });

    const workspaceToken = workspaceTokenMessage({ ...shown, createdAtMs, lastUsedAtMs: null, replacedBy: null });
    return { token, workspaceToken, previousExpiresAtMs: BigInt(previousExpiresAtMs) };
  };
