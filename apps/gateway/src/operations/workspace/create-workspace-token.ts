import { CredentialsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { name, timestampMs } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
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
  summary: "Create a workspace token.",
  description: described(
    "Several tokens may be valid at the same time, so that one can be replaced without an outage. Only this response contains the token in plain text.",
    "Without `expiresAt` a token does not expire.",
    "A token with the role `read` shows the workspace, its API keys and its tokens (masked), and changes nothing.",
    "If a workspace has lost its own token, the operator of the installation can create one with the admin token instead.",
  ),
  rpc: CredentialsService.method.createWorkspaceToken,
  request: z.strictObject({
    name: name().default("").meta(texts.displayName),
    role: tokenRole().default("administrate"),
    expiresAt: timestampMs().nullable().optional().meta(texts.expiresAt),
  }),
  response: storedWorkspaceToken.extend({ token: z.string().meta({ description: "The token in plain text; it cannot be read again." }) }),
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
