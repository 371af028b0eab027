import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { name, timestampMs } from "../fields.ts";
import { operation } from "../operation.ts";
import { exampleIds, exampleTime } from "./examples.ts";

export const createWorkspace = operation({
  path: "/v2/workspace/create",
  sdk: "workspaces.create",
  auth: "admin",
  summary: "Create a workspace with a first API key of type testing.",
  description: "Answers the auth tokens of both. The workspace's own cannot be read again.",
  rpc: WorkspaceService.method.createWorkspace,
  request: z.strictObject({ workspaceName: name().optional(), ownerEmail: z.string().min(1).max(1_000) }),
  response: z.object({
    workspaceId: z.string(),
    workspaceName: z.string(),
    ownerEmail: z.string(),
    createdAt: timestampMs(),
    authToken: z.string().meta({ description: "Of the workspace." }),
    apiKey: z.string(),
    apiKeyAuthToken: z.string().meta({ description: "Of the API key." }),
  }),
  message: "Workspace created.",
  example: {
    request: { workspaceName: "Acme", ownerEmail: "owner@acme.example" },
    response: {
      workspaceId: exampleIds.workspaceId,
      workspaceName: "Acme",
      ownerEmail: "owner@acme.example",
      createdAt: exampleTime,
      authToken: exampleIds.authToken,
      apiKey: exampleIds.apiKey,
      apiKeyAuthToken: exampleIds.authToken,
    },
  },
  toRpc: ({ workspaceName = "", ownerEmail }) => ({ workspaceName, ownerEmail }),
  fromRpc: ({ workspace, authToken, apiKey, apiKeyAuthToken }) => ({
    workspaceId: workspace?.workspaceId,
    workspaceName: workspace?.workspaceName,
    ownerEmail: workspace?.ownerEmail,
    createdAt: Number(workspace?.createdAtMs),
    authToken,
    apiKey: apiKey?.apiKeyId,
    apiKeyAuthToken,
  }),
});
