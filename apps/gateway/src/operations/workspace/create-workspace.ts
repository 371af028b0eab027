import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { address, name } from "../fields.ts";
import { operation } from "../operation.ts";
import { texts } from "../texts.ts";
import { exampleIds, exampleTime } from "./examples.ts";
import { fromWorkspace, storedWorkspace } from "./workspace-fields.ts";

export const createWorkspace = operation({
  path: "/v2/workspace/create",
  sdk: "workspaces.create",
  auth: "admin",
  role: "administrate",
  showsSecret: true,
  summary: "Create a workspace with an API key.",
  description:
    "Creates a workspace and its first API key, of type testing, and returns the auth tokens of both. The workspace's token cannot be read again. `name` and `avatar` (a URL) are the owner's.",
  rpc: WorkspaceService.method.createWorkspace,
  request: z.strictObject({
    workspaceName: name().optional().meta({ description: "Name of the workspace." }),
    ownerEmail: address().min(1).meta({ description: "E-mail address of the owner." }),
    name: name().optional().meta(texts.displayName),
    avatar: z.string().max(4_096).optional().meta({ description: "URL of a picture." }),
  }),
  response: z.object({
    ...storedWorkspace,
    authToken: z.string().meta({ description: "Secret token of the workspace." }),
    apiKeyAuthToken: z.string().meta({ description: "Secret token of the first API key." }),
  }),
  message: "Workspace created.",
  example: {
    request: { workspaceName: "Acme", ownerEmail: "owner@acme.example", name: "Alice Adams" },
    response: {
      id: exampleIds.workspaceId,
      name: "Acme",
      owner: { id: exampleIds.ownerId, name: "Alice Adams", email: "owner@acme.example", avatar: "" },
      apiKeyList: { [exampleIds.apiKey]: { id: exampleIds.apiKey, apiKeyName: "First API key", type: "testing" } },
      createdAt: exampleTime,
      authToken: exampleIds.authToken,
      apiKeyAuthToken: exampleIds.authToken,
    },
  },
  toRpc: ({ workspaceName = "", ownerEmail, name: ownerName = "", avatar: ownerAvatar = "" }) => ({
    workspaceName,
    ownerEmail,
    ownerName,
    ownerAvatar,
  }),
  fromRpc: ({ workspace, authToken, apiKey, apiKeyAuthToken }) => ({
    ...fromWorkspace(workspace, apiKey === undefined ? [] : [apiKey]),
    authToken,
    apiKeyAuthToken,
  }),
});
