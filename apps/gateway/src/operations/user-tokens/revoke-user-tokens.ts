import { CredentialsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { id } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";

export const revokeUserTokens = operation({
  path: "/v2/auth/revoke_tokens",
  sdk: "userTokens.revoke",
  auth: "apiKey",
  role: "act",
  audited: true,
  summary: "Revoke all tokens of a user.",
  description: described(
    "Ends all tokens that were generated until now, within five seconds at every gateway. Open streams end too.",
    "The user need not exist.",
    "Tokens that are generated later are valid. End the user's session at your own server first, so that it generates no new one.",
  ),
  rpc: CredentialsService.method.revokeUserTokens,
  request: z.strictObject({ userId: id().meta(texts.userId) }),
  message: "User tokens revoked.",
  example: { request: { userId: "alice" }, response: null },
  toRpc: ({ userId }, { workspaceId, apiKeyId }) => ({ workspaceId, apiKeyId, userId }),
});
