import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { id } from "../fields.ts";
import { operation } from "../operation.ts";
import { fromAuthToken, storedAuthToken } from "./auth-token-fields.ts";
import { exampleIds, exampleTime } from "./examples.ts";

const masked = (token: string) => `********${token.slice(-4)}`;

export const getAuthTokens = operation({
  path: "/v2/workspace/authtokens/get",
  sdk: "authTokens.list",
  auth: "workspace",
  role: "read",
  showsSecret: true,
  summary: "List the auth tokens of an API key, oldest first.",
  rpc: WorkspaceService.method.listAuthTokens,
  request: z.strictObject({ apiKey: id() }),
  response: z.object({ apiKey: z.string(), authTokens: z.array(storedAuthToken) }),
  message: "Auth tokens retrieved.",
  example: {
    request: { apiKey: exampleIds.apiKey },
    response: {
      apiKey: exampleIds.apiKey,
      authTokens: [
        {
          tokenId: exampleIds.tokenId,
          token: exampleIds.authToken,
          name: "First token",
          createdAt: exampleTime,
          expiresAt: null,
          lastUsedAt: exampleTime,
        },
      ],
    },
  },
  toRpc: ({ apiKey }, { workspaceId }) => ({ workspaceId, apiKeyId: apiKey }),
  // A page in a browser has no use for secrets.
  fromRpc: ({ authTokens }, { apiKey }, { role }) => ({
    apiKey,
    authTokens: authTokens.map(fromAuthToken).map((listed) => (role === undefined ? listed : { ...listed, token: masked(listed.token) })),
  }),
});
