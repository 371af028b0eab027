import { invalid, notFound } from "@parley/kernel";
import { refuseUnlessRepeated } from "@parley/rpc";
import type { Context, Handler } from "../context.ts";
import { masked } from "../settings/masked.ts";
import { identifyToken } from "./auth-token.ts";
import { changeWorkspaceToken } from "./changed-workspace-tokens.store.ts";
import { ownTokenIn } from "./own-token-in.ts";
import { ownTokensForChange, requireAnotherAdministrator, requireRoomForOwnToken } from "./own-tokens.ts";
import { workspaceTokenMessage } from "./token-messages.ts";
import { lowered } from "./token-rights.ts";
import { rolesAbove, storedRole } from "./token-role.ts";
import { deleteWorkspaceToken, insertWorkspaceToken, lockWorkspace, selectWorkspaceTokens } from "./workspace-tokens.store.ts";

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

export const listWorkspaceTokens =
  ({ database }: Context): Handler<"listWorkspaceTokens"> =>
  async ({ workspaceId }) => ({ workspaceTokens: (await selectWorkspaceTokens(database, workspaceId)).map(workspaceTokenMessage) });

export const updateWorkspaceToken =
  ({ database }: Context): Handler<"updateWorkspaceToken"> =>
  async ({ workspaceId, tokenId, name, role }) =>
    database.transaction(async (tx) => {
      const tokens = await ownTokensForChange(tx, workspaceId);
      const found = await ownTokenIn(tx, tokens, workspaceId, tokenId);
      const tokenRole = lowered(found.tokenRole, role);
      if (tokenRole !== found.tokenRole && found.tokenRole === "administrate") requireAnotherAdministrator(tokens, tokenId);
      const tokenName = name ?? found.tokenName;
      await changeWorkspaceToken(tx, { workspaceId, tokenId, tokenName, tokenRole, higherRoles: rolesAbove(tokenRole) });
      return { workspaceToken: workspaceTokenMessage({ ...found, tokenName, tokenRole }) };
    });

export const revokeWorkspaceToken =
  ({ database }: Context): Handler<"revokeWorkspaceToken"> =>
  async ({ workspaceId, token, ...request }) => {
    const tokenId = token === "" ? request.tokenId : identifyToken(token).tokenId;
    await database.transaction(async (tx) => {
      // Two callers that revoke each other's token at the same time must not leave the workspace without any.
      await lockWorkspace(tx, workspaceId);
      const tokens = await selectWorkspaceTokens(tx, workspaceId);
      const found = tokens.find((each) => each.tokenId === tokenId);
      if (found === undefined) return refuseUnlessRepeated(notFound("The workspace has no such token."));
      const own = tokens.filter(({ sessionRole }) => sessionRole === null);
      if (found.sessionRole === null && found.tokenRole === "administrate") requireAnotherAdministrator(own, tokenId);
      await deleteWorkspaceToken(tx, workspaceId, tokenId);
    });
    return {};
  };
