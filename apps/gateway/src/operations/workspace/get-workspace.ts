import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { timestampMs } from "../fields.ts";
import { operation } from "../operation.ts";
import { exampleIds, exampleTime } from "./examples.ts";

export const getWorkspace = operation({
  path: "/v2/workspace/get",
  sdk: "workspaces.get",
  auth: "workspace",
  summary: "Read the workspace.",
  rpc: WorkspaceService.method.getWorkspace,
  request: z.strictObject({}),
  response: z.object({ workspaceId: z.string(), workspaceName: z.string(), ownerEmail: z.string(), createdAt: timestampMs() }),
  message: "Workspace retrieved.",
  example: {
    request: {},
    response: { workspaceId: exampleIds.workspaceId, workspaceName: "Acme", ownerEmail: "owner@acme.example", createdAt: exampleTime },
  },
  toRpc: (_, { workspaceId }) => ({ workspaceId }),
  fromRpc: ({ workspace }) => ({
    workspaceId: workspace?.workspaceId,
    workspaceName: workspace?.workspaceName,
    ownerEmail: workspace?.ownerEmail,
    createdAt: Number(workspace?.createdAtMs),
  }),
});
