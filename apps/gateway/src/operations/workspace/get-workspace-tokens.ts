import { CredentialsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { operation } from "../operation.ts";
import { described } from "../texts.ts";
import { exampleIds, exampleTime } from "./examples.ts";
import { fromWorkspaceToken, storedWorkspaceToken } from "./workspace-token-fields.ts";

export const getWorkspaceTokens = operation({
  path: "/v2/workspace/tokens/get",
  sdk: "workspaceTokens.list",
  auth: "workspace",
  role: "read",
  summary: "List the tokens of the workspace.",
  description: described(
    "Returns tokens oldest first. Only hashes are stored: a token appears in plain text only in the response that created it.",
    "Console sessions are listed too, with their role, and with the person vouched for by the identity provider or the token that began them. Revoking a session's token ends the session.",
  ),
  rpc: CredentialsService.method.listWorkspaceTokens,
  request: z.strictObject({}),
  response: z.object({ tokens: z.array(storedWorkspaceToken).meta({ description: "The tokens of the workspace." }) }),
  message: "Tokens retrieved.",
  example: {
    request: {},
    response: {
      tokens: [
        {
          tokenId: exampleIds.tokenId,
          token: exampleIds.maskedToken,
          name: "First token",
          role: "administrate",
          createdAt: exampleTime,
          expiresAt: null,
          lastUsedAt: exampleTime,
          sessionRole: null,
          replacedBy: null,
        },
      ],
    },
  },
  toRpc: (_, { workspaceId }) => ({ workspaceId }),
  fromRpc: ({ workspaceTokens }) => ({ tokens: workspaceTokens.map(fromWorkspaceToken) }),
});
