import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { withRules } from "../field-rules.ts";
import { operation } from "../operation.ts";
import { exampleIds } from "./examples.ts";
import { revokedToken, revokedTokenRules } from "./revoked-token.ts";

export const revokeWorkspaceToken = operation({
  path: "/v2/workspace/tokens/revoke",
  sdk: "workspaceTokens.revoke",
  auth: "workspace",
  role: "administrate",
  summary: "Revoke a token of the workspace.",
  description:
    "Takes either the token itself or its `tokenId` from the list. It stops working within 5 seconds at every gateway, and so do the sessions of the console that began with it. Fails with FAILED_PRECONDITION for the last valid token (the token of a console session can always be revoked), and with NOT_FOUND if the token does not exist.",
  rpc: WorkspaceService.method.revokeWorkspaceToken,
  request: withRules(z.strictObject(revokedToken), ...revokedTokenRules),
  message: "Token revoked.",
  example: { request: { tokenId: exampleIds.tokenId }, response: null },
  toRpc: ({ token = "", tokenId = "" }, { workspaceId }) => ({ workspaceId, token, tokenId }),
});
