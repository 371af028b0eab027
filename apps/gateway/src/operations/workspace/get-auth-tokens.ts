import { CredentialsService } from "@parley/contracts/workspace";
import * as z from "zod";
import type { Rights } from "../../credentials/rights.ts";
import { id, paging } from "../fields.ts";
import { operation } from "../operation.ts";
import { texts } from "../texts.ts";
import { exampleRights, fromAuthToken, storedAuthToken } from "./auth-token-fields.ts";
import { exampleIds, exampleTime } from "./examples.ts";

// A page in a browser has no use for secrets, and a caller who may not create tokens must not get one with more rights.
const showsSecrets = ({ bearer, role }: Rights) => bearer === "token" && role === "administrate";
const masked = (token: string) => `********${token.slice(-4)}`;

export const getAuthTokens = operation({
  path: "/v2/workspace/authtokens/get",
  sdk: "authTokens.list",
  auth: "workspace",
  role: "read",
  showsSecret: true,
  summary: "List the auth tokens of an API key.",
  description:
    "Returns tokens oldest first: in plain text to a workspace token with the role `administrate`, masked to any other and in the console.",
  rpc: CredentialsService.method.listAuthTokens,
  request: z.strictObject({ apiKey: id().meta(texts.apiKey), ...paging }),
  response: z.object({
    apiKey: z.string().meta(texts.apiKey),
    authTokens: z.array(storedAuthToken).meta({ description: "The tokens of the API key." }),
  }),
  message: "Auth tokens retrieved.",
  paged: true,
  example: {
    request: { apiKey: exampleIds.apiKey },
    response: {
      apiKey: exampleIds.apiKey,
      authTokens: [
        {
          tokenId: exampleIds.tokenId,
          token: exampleIds.authToken,
          name: "First token",
          ...exampleRights,
          createdAt: exampleTime,
          expiresAt: null,
          lastUsedAt: exampleTime,
          replacedBy: null,
        },
      ],
    },
  },
  toRpc: ({ apiKey, pageSize = 1_000, pageToken = "" }, { workspaceId }) => ({ workspaceId, apiKeyId: apiKey, pageSize, pageToken }),
  fromRpc: ({ authTokens }, { apiKey }, { rights }) => ({
    apiKey,
    authTokens: authTokens.map(fromAuthToken).map((listed) => (showsSecrets(rights) ? listed : { ...listed, token: masked(listed.token) })),
  }),
});
