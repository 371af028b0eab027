import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { id } from "../fields.ts";
import { operation } from "../operation.ts";
import { exampleIds } from "./examples.ts";

export const revokeAuthToken = operation({
  path: "/v2/workspace/authtokens/revoke",
  sdk: "authTokens.revoke",
  auth: "workspace",
  summary: "Revoke an auth token of an API key.",
  description: "The token stops working within 5 seconds at every gateway. A token that is not there, or not any more, is NOT_FOUND.",
  rpc: WorkspaceService.method.revokeAuthToken,
  request: z.strictObject({ apiKey: id(), token: z.string().min(1).max(256) }),
  message: "Auth token revoked.",
  example: { request: { apiKey: exampleIds.apiKey, token: exampleIds.authToken }, response: null },
  toRpc: ({ apiKey, token }, { workspaceId }) => ({ workspaceId, apiKeyId: apiKey, token }),
});
