import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { id } from "../fields.ts";
import { operation } from "../operation.ts";

export const revokeUserTokens = operation({
  path: "/v2/auth/revoke_tokens",
  sdk: "userTokens.revoke",
  auth: "apiKey",
  role: "act",
  audited: true,
  summary: "End all tokens of a user that were made until now.",
  description:
    "Within five seconds at every gateway, also for streams that are open. The user need not exist. A token that is made afterwards is good: first take from the user what your own server would make one for.",
  rpc: WorkspaceService.method.revokeUserTokens,
  request: z.strictObject({ userId: id() }),
  message: "User tokens revoked.",
  example: { request: { userId: "alice" }, response: null },
  toRpc: ({ userId }, { workspaceId, apiKeyId }) => ({ workspaceId, apiKeyId, userId }),
});
