import { CredentialsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { id, name } from "../fields.ts";
import { operation } from "../operation.ts";
import { texts } from "../texts.ts";
import { fromAuthToken, storedAuthToken, tokenOrganizations, tokenResources, tokenRole, toRights } from "./auth-token-fields.ts";
import { exampleIds, exampleTime } from "./examples.ts";

export const updateAuthToken = operation({
  path: "/v2/workspace/authtokens/update",
  sdk: "authTokens.update",
  auth: "workspace",
  role: "administrate",
  summary: "Rename or restrict an auth token.",
  description:
    "Absent fields keep their values. A token can only lose rights: adding any fails with FAILED_PRECONDITION (create another token instead). A change takes effect within 5 seconds at every gateway.",
  rpc: CredentialsService.method.updateAuthToken,
  request: z.strictObject({
    apiKey: id().meta(texts.apiKey),
    tokenId: id().meta(texts.tokenId),
    name: name().optional().meta(texts.displayName),
    role: tokenRole().optional(),
    organizationIds: tokenOrganizations().optional(),
    resources: tokenResources().optional(),
  }),
  response: storedAuthToken.omit({ token: true }),
  message: "Auth token updated.",
  example: {
    request: { apiKey: exampleIds.apiKey, tokenId: exampleIds.tokenId, role: "read" },
    response: {
      tokenId: exampleIds.tokenId,
      name: "CI",
      role: "read",
      organizationIds: ["acme"],
      resources: ["threads", "comments"],
      createdAt: exampleTime,
      expiresAt: 4_102_444_800_000,
      lastUsedAt: null,
      replacedBy: null,
    },
  },
  toRpc: ({ apiKey, tokenId, name: tokenName, ...rights }, { workspaceId }) => ({
    workspaceId,
    apiKeyId: apiKey,
    tokenId,
    ...toRights(rights),
    ...(tokenName === undefined ? {} : { name: tokenName }),
  }),
  fromRpc: ({ authToken }) => {
    if (authToken === undefined) return undefined;
    const { token: _token, ...updated } = fromAuthToken(authToken);
    return updated;
  },
});
