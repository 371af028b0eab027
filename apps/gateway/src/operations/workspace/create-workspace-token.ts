import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { name, timestampMs } from "../fields.ts";
import { operation } from "../operation.ts";
import { tokenRole, toRole } from "./auth-token-fields.ts";
import { exampleIds, exampleTime } from "./examples.ts";
import { fromWorkspaceToken, storedWorkspaceToken } from "./workspace-token-fields.ts";

export const createWorkspaceToken = operation({
  path: "/v2/workspace/tokens/create",
  sdk: "workspaceTokens.create",
  auth: "workspace",
  role: "administrate",
  showsSecret: true,
  orAdmin: true,
  summary: "Create a further token for the workspace.",
  description:
    "Several tokens may be valid at the same time, so that one can be replaced without an outage. Without `expiresAt` a token does not expire. With the role `read` it shows the workspace, its API keys and tokens (masked) and changes nothing. Only this response contains the token in plain text. The operator of an installation can create one for a workspace that has lost its own, with the admin token instead of the workspace's.",
  rpc: WorkspaceService.method.createWorkspaceToken,
  request: z.strictObject({
    name: name().default(""),
    role: tokenRole().default("administrate"),
    expiresAt: timestampMs().nullable().optional(),
  }),
  response: storedWorkspaceToken.extend({ token: z.string().meta({ description: "In clear; it cannot be read again." }) }),
  message: "Token created.",
  example: {
    request: { name: "Deployment", role: "read", expiresAt: 4_102_444_800_000 },
    response: {
      tokenId: exampleIds.tokenId,
      token: exampleIds.authToken,
      name: "Deployment",
      role: "read",
      createdAt: exampleTime,
      expiresAt: 4_102_444_800_000,
      lastUsedAt: null,
      sessionRole: null,
      replacedBy: null,
    },
  },
  toRpc: ({ name: tokenName, role, expiresAt }, { workspaceId }) => ({
    workspaceId,
    role: toRole(role),
    name: tokenName,
    ...(typeof expiresAt === "number" ? { expiresAtMs: BigInt(expiresAt) } : {}),
  }),
  fromRpc: ({ workspaceToken, token }) => workspaceToken && { ...fromWorkspaceToken(workspaceToken), token },
});
