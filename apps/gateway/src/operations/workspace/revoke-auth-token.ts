import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { across, excluding, requiringOneOf, rule } from "../across-fields.ts";
import { id } from "../fields.ts";
import { operation } from "../operation.ts";
import { exampleIds } from "./examples.ts";

const token = z.string().min(1).max(256).optional();
const Revocation = z
  .strictObject({ apiKey: id(), token, tokenId: token })
  .refine(({ token, tokenId }) => token !== undefined || tokenId !== undefined, "needs token or tokenId")
  .refine(
    ({ token, tokenId }) => token === undefined || tokenId === undefined,
    rule("tokenId", "and token exclude each other: send one of the two"),
  )
  .meta(across(requiringOneOf("token", "tokenId"), excluding(["token", "tokenId"])));

export const revokeAuthToken = operation({
  path: "/v2/workspace/authtokens/revoke",
  sdk: "authTokens.revoke",
  auth: "workspace",
  summary: "Revoke an auth token of an API key.",
  description:
    "Takes either the token itself or its `tokenId` from the list. It stops working within 5 seconds at every gateway. Fails with NOT_FOUND if the token does not exist.",
  rpc: WorkspaceService.method.revokeAuthToken,
  request: Revocation,
  message: "Auth token revoked.",
  example: { request: { apiKey: exampleIds.apiKey, token: exampleIds.authToken }, response: null },
  toRpc: ({ apiKey, token = "", tokenId = "" }, { workspaceId }) => ({ workspaceId, apiKeyId: apiKey, token, tokenId }),
});
