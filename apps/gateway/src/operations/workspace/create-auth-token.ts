import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { id, name, timestampMs } from "../fields.ts";
import { operation } from "../operation.ts";
import { fromAuthToken, storedAuthToken } from "./auth-token-fields.ts";
import { exampleIds, exampleTime } from "./examples.ts";

export const createAuthToken = operation({
  path: "/v2/workspace/authtokens/create",
  sdk: "authTokens.create",
  auth: "workspace",
  role: "administrate",
  showsSecret: true,
  summary: "Create another auth token for an API key.",
  description: "Several tokens may be valid at the same time. Without `expiresAt` a token does not expire.",
  rpc: WorkspaceService.method.createAuthToken,
  request: z.strictObject({ apiKey: id(), name: name().default(""), expiresAt: timestampMs().nullable().optional() }),
  response: storedAuthToken,
  message: "Auth token created.",
  example: {
    request: { apiKey: exampleIds.apiKey, name: "CI", expiresAt: 4_102_444_800_000 },
    response: {
      tokenId: exampleIds.tokenId,
      token: exampleIds.authToken,
      name: "CI",
      createdAt: exampleTime,
      expiresAt: 4_102_444_800_000,
      lastUsedAt: null,
    },
  },
  toRpc: ({ apiKey, name: tokenName, expiresAt }, { workspaceId }) => ({
    workspaceId,
    apiKeyId: apiKey,
    name: tokenName,
    ...(typeof expiresAt === "number" ? { expiresAtMs: BigInt(expiresAt) } : {}),
  }),
  fromRpc: ({ authToken }) => authToken && fromAuthToken(authToken),
});
