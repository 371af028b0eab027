import { CredentialsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { id, name, timestampMs } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { fromAuthToken, storedAuthToken, tokenOrganizations, tokenResources, tokenRole, toRights } from "./auth-token-fields.ts";
import { exampleIds, exampleTime } from "./examples.ts";

export const createAuthToken = operation({
  path: "/v2/workspace/authtokens/create",
  sdk: "authTokens.create",
  auth: "workspace",
  role: "administrate",
  showsSecret: true,
  summary: "Create an auth token for an API key.",
  description: described(
    "Several tokens may be valid at the same time. Without `expiresAt` a token does not expire.",
    "`role`, `organizationIds` and `resources` limit the token's rights: an operation that needs more fails with PERMISSION_DENIED, which names the missing right.",
    "A token that is bound to organizations reaches only operations whose `organizationId`, or all of whose `organizationIds` or `organizations`, are among them; no webhook endpoints, which belong to the API key. It is bound to their ids, also when an organization is deleted and added again.",
  ),
  rpc: CredentialsService.method.createAuthToken,
  request: z.strictObject({
    apiKey: id().meta(texts.apiKey),
    name: name().default("").meta(texts.displayName),
    role: tokenRole().default("administrate"),
    organizationIds: tokenOrganizations().optional(),
    resources: tokenResources().optional(),
    expiresAt: timestampMs().nullable().optional().meta(texts.expiresAt),
  }),
  response: storedAuthToken,
  message: "Auth token created.",
  example: {
    request: {
      apiKey: exampleIds.apiKey,
      name: "CI",
      role: "act",
      organizationIds: ["acme"],
      resources: ["threads", "comments"],
      expiresAt: 4_102_444_800_000,
    },
    response: {
      tokenId: exampleIds.tokenId,
      token: exampleIds.authToken,
      name: "CI",
      role: "act",
      organizationIds: ["acme"],
      resources: ["threads", "comments"],
      createdAt: exampleTime,
      expiresAt: 4_102_444_800_000,
      lastUsedAt: null,
      replacedBy: null,
    },
  },
  toRpc: ({ apiKey, name: tokenName, expiresAt, ...rights }, { workspaceId }) => ({
    workspaceId,
    apiKeyId: apiKey,
    name: tokenName,
    rights: toRights(rights),
    ...(typeof expiresAt === "number" ? { expiresAtMs: BigInt(expiresAt) } : {}),
  }),
  fromRpc: ({ authToken }) => authToken && fromAuthToken(authToken),
});
