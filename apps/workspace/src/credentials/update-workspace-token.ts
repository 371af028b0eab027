import type { Context, Handler } from "../context.ts";
import { changeWorkspaceToken } from "./changed-workspace-tokens.store.ts";
import { ownTokenIn } from "./own-token-in.ts";
import { ownTokensForChange, requireAnotherAdministrator } from "./own-tokens.ts";
import { workspaceTokenMessage } from "./token-messages.ts";
import { lowered } from "./token-rights.ts";
import { rolesAbove } from "./token-role.ts";

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
