import { CredentialsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { id } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { exampleIds, exampleTime } from "./examples.ts";
import { overlap, overlapMsOf, previousExpiresAt } from "./overlap.ts";
import { fromWorkspaceToken, storedWorkspaceToken } from "./workspace-token-fields.ts";

export const rotateWorkspaceToken = operation({
  path: "/v2/workspace/tokens/rotate",
  sdk: "workspaceTokens.rotate",
  auth: "workspace",
  role: "administrate",
  showsSecret: true,
  summary: "Rotate a token of the workspace.",
  description: described(
    "Creates a token with the name, role and expiry of the old one. The old token, and the console sessions that began with it, stay valid for `overlapSeconds`. Only this response contains the new token in plain text.",
    "A token can be rotated once; after that FAILED_PRECONDITION: rotate its replacement.",
    "A token that is not valid is NOT_FOUND.",
  ),
  rpc: CredentialsService.method.rotateWorkspaceToken,
  request: z.strictObject({ tokenId: id().meta(texts.tokenId), overlapSeconds: overlap() }),
  response: storedWorkspaceToken.extend({
    ...previousExpiresAt,
    token: z.string().meta({ description: "The token in plain text; it cannot be read again." }),
  }),
  message: "Token rotated.",
  example: {
    request: { tokenId: exampleIds.tokenId, overlapSeconds: 3_600 },
    response: {
      tokenId: exampleIds.tokenId,
      token: exampleIds.authToken,
      name: "First token",
      role: "administrate",
      createdAt: exampleTime,
      expiresAt: null,
      lastUsedAt: null,
      sessionRole: null,
      replacedBy: null,
      previousExpiresAt: exampleTime,
    },
  },
  toRpc: ({ tokenId, overlapSeconds }, { workspaceId }) => ({ workspaceId, tokenId, overlapMs: overlapMsOf(overlapSeconds) }),
  fromRpc: ({ workspaceToken, token, previousExpiresAtMs }) =>
    workspaceToken && { ...fromWorkspaceToken(workspaceToken), token, previousExpiresAt: Number(previousExpiresAtMs) },
});
