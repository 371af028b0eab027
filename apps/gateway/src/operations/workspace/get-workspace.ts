import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { operation } from "../operation.ts";
import { exampleIds, exampleTime } from "./examples.ts";
import { fromWorkspace, storedWorkspace } from "./workspace-fields.ts";

export const getWorkspace = operation({
  path: "/v2/workspace/get",
  sdk: "workspaces.get",
  auth: "workspace",
  role: "read",
  summary: "Get the workspace with its API keys.",
  rpc: WorkspaceService.method.getWorkspace,
  request: z.strictObject({}),
  response: z.object(storedWorkspace),
  message: "Workspace retrieved.",
  example: {
    request: {},
    response: {
      id: exampleIds.workspaceId,
      name: "Acme",
      owner: { id: exampleIds.ownerId, name: "Alice Adams", email: "owner@acme.example", avatar: "" },
      apiKeyList: { [exampleIds.apiKey]: { id: exampleIds.apiKey, apiKeyName: "First API key", type: "testing" } },
      createdAt: exampleTime,
    },
  },
  toRpc: (_, { workspaceId }) => ({ workspaceId }),
  fromRpc: ({ workspace, apiKeys }) => fromWorkspace(workspace, apiKeys),
});
