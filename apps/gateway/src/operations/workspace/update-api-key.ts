import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { id, name } from "../fields.ts";
import { operation } from "../operation.ts";
import { exampleIds } from "./examples.ts";

export const updateApiKey = operation({
  path: "/v2/workspace/apikey/update",
  sdk: "apiKeys.update",
  auth: "workspace",
  role: "administrate",
  summary: "Rename an API key.",
  rpc: WorkspaceService.method.updateApiKey,
  request: z.strictObject({ apiKey: id(), apiKeyName: name().min(1) }),
  message: "API key updated.",
  example: { request: { apiKey: exampleIds.apiKey, apiKeyName: "Shop, production" }, response: null },
  toRpc: ({ apiKey, apiKeyName }, { workspaceId }) => ({ workspaceId, apiKeyId: apiKey, apiKeyName }),
});
