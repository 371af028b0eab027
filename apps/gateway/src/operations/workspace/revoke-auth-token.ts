import { CredentialsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { withRules } from "../field-rules.ts";
import { id } from "../fields.ts";
import { operation } from "../operation.ts";
import { texts } from "../texts.ts";
import { exampleIds } from "./examples.ts";
import { revokedToken, revokedTokenRules } from "./revoked-token.ts";

export const revokeAuthToken = operation({
  path: "/v2/workspace/authtokens/revoke",
  sdk: "authTokens.revoke",
  auth: "workspace",
  role: "administrate",
  summary: "Revoke an auth token of an API key.",
  description:
    "Takes the token itself or its `tokenId` from the list. It stops working within 5 seconds at every gateway. Fails with NOT_FOUND if the token does not exist.",
  rpc: CredentialsService.method.revokeAuthToken,
  request: withRules(z.strictObject({ apiKey: id().meta(texts.apiKey), ...revokedToken }), ...revokedTokenRules),
  message: "Auth token revoked.",
  example: { request: { apiKey: exampleIds.apiKey, token: exampleIds.authToken }, response: null },
  toRpc: ({ apiKey, token = "", tokenId = "" }, { workspaceId }) => ({ workspaceId, apiKeyId: apiKey, token, tokenId }),
});
