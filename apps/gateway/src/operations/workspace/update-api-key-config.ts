import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { operation } from "../operation.ts";
import { apiKeyConfig } from "./api-key-config-fields.ts";

export const updateApiKeyConfig = operation({
  path: "/v2/workspace/apikeyconfig/update",
  sdk: "apiKeys.updateConfig",
  auth: "apiKey",
  summary: "Change the options of the API key.",
  description: "Options that are not sent keep their values.",
  rpc: WorkspaceService.method.updateApiKeyConfig,
  request: z.strictObject({ advancedQueriesEnabled: z.boolean().optional(), activityLogImmutable: z.boolean().optional() }),
  response: apiKeyConfig,
  message: "API key configuration updated.",
  example: { request: { advancedQueriesEnabled: true }, response: { advancedQueriesEnabled: true, activityLogImmutable: false } },
  toRpc: (options, { apiKeyId }) => ({ ...options, apiKeyId }),
  fromRpc: ({ config }) => ({ advancedQueriesEnabled: config?.advancedQueriesEnabled, activityLogImmutable: config?.activityLogImmutable }),
});
