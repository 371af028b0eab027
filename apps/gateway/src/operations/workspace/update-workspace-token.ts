import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { id, name } from "../fields.ts";
import { operation } from "../operation.ts";
import { tokenRole, toRole } from "./auth-token-fields.ts";
import { exampleIds, exampleTime } from "./examples.ts";
import { fromWorkspaceToken, storedWorkspaceToken } from "./workspace-token-fields.ts";

export const updateWorkspaceToken = operation({
  path: "/v2/workspace/tokens/update",
  sdk: "workspaceTokens.update",
  auth: "workspace",
  role: "administrate",
  summary: "Rename a token of the workspace, or lower its role.",
  description:
    "What is not sent stays. A token only loses rights, and the sessions of the console that began with it do too; the last valid one that administrates stays as it is. Each fails with FAILED_PRECONDITION. A change takes effect within 5 seconds at every gateway.",
  rpc: WorkspaceService.method.updateWorkspaceToken,
  request: z.strictObject({ tokenId: id(), name: name().optional(), role: tokenRole().optional() }),
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
