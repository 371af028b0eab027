import { CredentialsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { withRules } from "../field-rules.ts";
import { operation } from "../operation.ts";
import { described } from "../texts.ts";
import { exampleIds } from "./examples.ts";
import { revokedToken, revokedTokenRules } from "./revoke-auth-token.ts";

export const revokeWorkspaceToken = operation({
  path: "/v2/workspace/tokens/revoke",
  sdk: "workspaceTokens.revoke",
  auth: "workspace",
  role: "administrate",
  summary: "Revoke a token of the workspace.",
  description: described(
    "Takes the token itself or its `tokenId` from the list. The token, and the console sessions that began with it, stop working within 5 seconds at every gateway.",
    "The last valid token cannot be revoked: FAILED_PRECONDITION. The token of a console session always can.",
    "Fails with NOT_FOUND if the token does not exist.",
  ),
  rpc: CredentialsService.method.revokeWorkspaceToken,
  request: withRules(z.strictObject(revokedToken), ...revokedTokenRules),
  message: "Token revoked.",
  example: { request: { tokenId: exampleIds.tokenId }, response: null },
  toRpc: ({ token = "", tokenId = "" }, { workspaceId }) => ({ workspaceId, token, tokenId }),
});
