import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { id } from "../fields.ts";
import { operation } from "../operation.ts";
import { exampleIds, exampleTime } from "./examples.ts";
import { overlap, overlapMsOf, previousExpiresAt } from "./overlap.ts";
import { fromWorkspaceToken, storedWorkspaceToken } from "./workspace-token-fields.ts";

export const rotateWorkspaceToken = operation({
  path: "/v2/workspace/tokens/rotate",
  sdk: "workspaceTokens.rotate",
  auth: "workspace",
  role: "administrate",
  showsSecret: true,
  summary: "Replace a token of the workspace, with an overlap.",
  description:
    "The new token has the name, role and expiry of the old one, which ends after `overlapSeconds`, and so do the sessions of the console that began with it. Only this response contains the new token in plain text. A token is rotated once, FAILED_PRECONDITION after that: rotate the one that took its place. NOT_FOUND for a token that is not valid.",
  rpc: WorkspaceService.method.rotateWorkspaceToken,
  request: z.strictObject({ tokenId: id(), overlapSeconds: overlap() }),
  response: storedWorkspaceToken.extend({
    ...previousExpiresAt,
    token: z.string().meta({ description: "In clear; it cannot be read again." }),
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
