import { invalid } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { masked } from "../settings/masked.ts";
import { ownTokensForChange, requireRoomForOwnToken } from "./own-tokens.ts";
import { workspaceTokenMessage } from "./token-messages.ts";
import { storedRole } from "./token-role.ts";
import { insertWorkspaceToken } from "./workspace-tokens.store.ts";

export const createWorkspaceToken =
  ({ database, makeToken, maxAuthTokens }: Context): Handler<"createWorkspaceToken"> =>
  async ({ workspaceId, name: tokenName, role, ...request }) => {
    const expiresAtMs = request.expiresAtMs === undefined ? null : Number(request.expiresAtMs);
    if (expiresAtMs !== null && expiresAtMs <= Date.now()) throw invalid("expires_at", "expiresAt must be in the future.");
    const { token, tokenId, tokenHash } = makeToken(workspaceId);
    const tokenRole = storedRole(role) ?? "administrate";
    const shown = { tokenId, tokenName, maskedToken: masked(token), expiresAtMs, sessionRole: null, tokenRole };

    const createdAtMs = await database.transaction(async (tx) => {
      requireRoomForOwnToken(await ownTokensForChange(tx, workspaceId), maxAuthTokens);
      return insertWorkspaceToken(tx, { ...shown, workspaceId, tokenHash, parentTokenId: null });
    });

    return { token, workspaceToken: workspaceTokenMessage({ ...shown, createdAtMs, lastUsedAtMs: null, replacedBy: null }) };
  };
