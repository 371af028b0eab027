import { CredentialsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { id } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { fromAuthToken, storedAuthToken } from "./auth-token-fields.ts";
import { exampleIds, exampleTime } from "./examples.ts";
import { overlap, overlapMsOf, previousExpiresAt } from "./overlap.ts";

export const rotateAuthToken = operation({
  path: "/v2/workspace/authtokens/rotate",
  sdk: "authTokens.rotate",
  auth: "workspace",
  role: "administrate",
  showsSecret: true,
  summary: "Rotate an auth token of an API key.",
  description: described(
    "Creates a token with the name, rights and expiry of the old one, which stays valid for `overlapSeconds`, so that the new one can be rolled out.",
    "A token can be rotated once; after that FAILED_PRECONDITION: rotate its replacement.",
    "A token that is not valid is NOT_FOUND.",
  ),
  rpc: CredentialsService.method.rotateAuthToken,
  request: z.strictObject({ apiKey: id().meta(texts.apiKey), tokenId: id().meta(texts.tokenId), overlapSeconds: overlap() }),
  response: storedAuthToken.extend(previousExpiresAt),
  message: "Auth token rotated.",
  example: {
    request: { apiKey: exampleIds.apiKey, tokenId: exampleIds.tokenId, overlapSeconds: 3_600 },
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
      previousExpiresAt: exampleTime,
    },
  },
  toRpc: ({ apiKey, tokenId, overlapSeconds }, { workspaceId }) => ({
    workspaceId,
    apiKeyId: apiKey,
    tokenId,
    overlapMs: overlapMsOf(overlapSeconds),
  }),
  fromRpc: ({ authToken, previousExpiresAtMs }) =>
    authToken && { ...fromAuthToken(authToken), previousExpiresAt: Number(previousExpiresAtMs) },
});
