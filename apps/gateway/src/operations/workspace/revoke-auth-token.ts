import { CredentialsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { exclusive, needsOneOf, withRules } from "../field-rules.ts";
import { id } from "../fields.ts";
import { operation } from "../operation.ts";
import { texts } from "../texts.ts";
import { exampleIds } from "./examples.ts";

const token = z.string().min(1).max(256).optional();

/** The token that a request revokes: the token itself, or its id from the list. */
export const revokedToken = {
  token: token.meta({ description: "The secret token." }),
  tokenId: token.meta(texts.tokenId),
};

export const revokedTokenRules = [needsOneOf("token", "tokenId"), exclusive("tokenId", "token", "send one of the two")] as const;

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
