import { CredentialsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { id, name } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { tokenRole, toRole } from "./auth-token-fields.ts";
import { exampleIds, exampleTime } from "./examples.ts";
import { fromWorkspaceToken, storedWorkspaceToken } from "./workspace-token-fields.ts";

export const updateWorkspaceToken = operation({
  path: "/v2/workspace/tokens/update",
  sdk: "workspaceTokens.update",
  auth: "workspace",
  role: "administrate",
  summary: "Rename or restrict a workspace token.",
  description: described(
    "Absent fields keep their values. A change takes effect within 5 seconds at every gateway, also for the console sessions that began with the token.",
    "A token can only lose rights: adding any fails with FAILED_PRECONDITION.",
    "The last valid token that administrates cannot be restricted: FAILED_PRECONDITION.",
  ),
  rpc: CredentialsService.method.updateWorkspaceToken,
  request: z.strictObject({
    tokenId: id().meta(texts.tokenId),
    name: name().optional().meta(texts.displayName),
    role: tokenRole().optional(),
  }),
  response: storedWorkspaceToken,
  message: "Token updated.",
  example: {
    request: { tokenId: exampleIds.tokenId, name: "Reports" },
    response: {
      tokenId: exampleIds.tokenId,
      token: exampleIds.maskedToken,
      name: "Reports",
      role: "administrate",
      createdAt: exampleTime,
      expiresAt: null,
      lastUsedAt: exampleTime,
      sessionRole: null,
      replacedBy: null,
    },
  },
  toRpc: ({ tokenId, name: tokenName, role }, { workspaceId }) => ({
    workspaceId,
    tokenId,
    role: toRole(role),
    ...(tokenName === undefined ? {} : { name: tokenName }),
  }),
  fromRpc: ({ workspaceToken }) => workspaceToken && fromWorkspaceToken(workspaceToken),
});
