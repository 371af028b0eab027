import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { across, excluding, requiringOneOf, rule } from "../across-fields.ts";
import { operation } from "../operation.ts";
import { exampleIds } from "./examples.ts";

const Token = z
  .strictObject({ token: z.string().min(1).max(256).optional(), tokenId: z.string().min(1).max(256).optional() })
  .refine(({ token, tokenId }) => token !== undefined || tokenId !== undefined, "needs token or tokenId")
  .refine(
    ({ token, tokenId }) => token === undefined || tokenId === undefined,
    rule("tokenId", "and token exclude each other: send one of the two"),
  )
  .meta(across(requiringOneOf("token", "tokenId"), excluding(["token", "tokenId"])));

export const revokeWorkspaceToken = operation({
  path: "/v2/workspace/tokens/revoke",
  sdk: "workspaceTokens.revoke",
  auth: "workspace",
  summary: "Revoke a token of the workspace.",
  description:
    "Takes either the token itself or its `tokenId` from the list. It stops working within 5 seconds at every gateway, and so do the sessions of the console that began with it. Fails with FAILED_PRECONDITION for the last valid token (the token of a console session can always be revoked), and with NOT_FOUND if the token does not exist.",
  rpc: WorkspaceService.method.revokeWorkspaceToken,
  request: Token,
  message: "Token revoked.",
  example: { request: { tokenId: exampleIds.tokenId }, response: null },
  toRpc: ({ token = "", tokenId = "" }, { workspaceId }) => ({ workspaceId, token, tokenId }),
});
