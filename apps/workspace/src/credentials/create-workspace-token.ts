import { failedPrecondition, invalid, notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { masked } from "../settings/masked.ts";
import { workspaceTokenMessage } from "./token-messages.ts";
import { insertWorkspaceToken, lockWorkspace, selectWorkspaceTokens } from "./workspace-tokens.store.ts";

export const createWorkspaceToken =
  ({ database, makeToken, maxAuthTokens }: Context): Handler<"createWorkspaceToken"> =>
  async ({ workspaceId, name: tokenName, ...request }) => {
    const expiresAtMs = request.expiresAtMs === undefined ? null : Number(request.expiresAtMs);
    if (expiresAtMs !== null && expiresAtMs <= Date.now()) throw invalid("expires_at", "expiresAt must be in the future.");
    const { token, tokenId, tokenHash } = makeToken(workspaceId);
    const shown = { tokenId, tokenName, maskedToken: masked(token), expiresAtMs, sessionRole: null, lastUsedAtMs: null };

    const createdAtMs = await database.transaction(async (tx) => {
      if (!(await lockWorkspace(tx, workspaceId))) throw notFound(`There is no workspace ${shortened(workspaceId)}.`);
      const tokens = (await selectWorkspaceTokens(tx, workspaceId)).filter(({ sessionRole }) => sessionRole === null);
      if (tokens.length >= maxAuthTokens) {
        throw failedPrecondition(`The workspace has ${maxAuthTokens} tokens already; revoke one first.`, "too_many_auth_tokens");
      }
      return insertWorkspaceToken(tx, { ...shown, workspaceId, tokenHash, parentTokenId: null });
    });

    return { token, workspaceToken: workspaceTokenMessage({ ...shown, createdAtMs }) };
  };
