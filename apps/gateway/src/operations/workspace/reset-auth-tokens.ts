import { CredentialsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { id } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { exampleIds } from "./examples.ts";

export const resetAuthTokens = operation({
  path: "/v2/workspace/authtoken/reset",
  sdk: "authTokens.reset",
  auth: "workspace",
  role: "administrate",
  showsSecret: true,
  summary: "Replace all auth tokens of an API key.",
  description: described(
    "Creates a token with all rights and revokes all others of the API key: they stop working within 5 seconds at every gateway.",
    "To replace a token without an outage, rotate it (`/v2/workspace/authtokens/rotate`).",
  ),
  rpc: CredentialsService.method.resetAuthTokens,
  request: z.strictObject({ apiKey: id().meta(texts.apiKey) }),
  response: z.object({
    apiKey: z.string().meta(texts.apiKey),
    newAuthToken: z
      .object({
        token: z.string().meta({ description: "The secret token." }),
        name: z.string().meta(texts.displayName),
        domains: z.array(z.string()).meta({ description: "Always empty, for code that expects it: domains belong to the API key." }),
      })
      .meta({ title: "NewAuthToken", description: "The only token of the API key from now on." }),
  }),
  message: "Auth tokens reset.",
  example: {
    request: { apiKey: exampleIds.spareApiKey },
    response: { apiKey: exampleIds.spareApiKey, newAuthToken: { token: exampleIds.authToken, name: "First token", domains: [] } },
  },
  toRpc: ({ apiKey }, { workspaceId }) => ({ workspaceId, apiKeyId: apiKey }),
  fromRpc: ({ authToken }, { apiKey }) => ({
    apiKey,
    newAuthToken: { token: authToken?.token, name: authToken?.name, domains: [] },
  }),
});
