import { notFound, shortened } from "@parley/kernel";
import { refuseUnlessRepeated } from "@parley/rpc";
import type { Context, Handler } from "../context.ts";
import { identifyToken } from "./auth-token.ts";
import { deleteAuthToken } from "./auth-tokens.store.ts";

export const revokeAuthToken =
  ({ database }: Context): Handler<"revokeAuthToken"> =>
  async ({ workspaceId, apiKeyId, token, ...request }) => {
    const { tokenId, tokenHash } = token === "" ? { tokenId: request.tokenId, tokenHash: null } : identifyToken(token);
    const revoked = await deleteAuthToken(database, { workspaceId, apiKeyId, tokenId, tokenHash });
    if (!revoked) refuseUnlessRepeated(notFound(`The API key ${shortened(apiKeyId)} has no such token.`));
    return {};
  };
