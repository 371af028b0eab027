import { notFound } from "@parley/kernel";
import { refuseUnlessRepeated } from "@parley/rpc";
import type { Context, Handler } from "../context.ts";
import { identifyToken } from "./auth-token.ts";
import { requireAnotherAdministrator } from "./own-tokens.ts";
import { deleteWorkspaceToken, lockWorkspace, selectWorkspaceTokens } from "./workspace-tokens.store.ts";

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
