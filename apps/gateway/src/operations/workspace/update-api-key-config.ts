import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { operation } from "../operation.ts";
import { apiKeyConfig, fromApiKeyConfig } from "./api-key-config-fields.ts";

export const updateApiKeyConfig = operation({
  path: "/v2/workspace/apikeyconfig/update",
  sdk: "apiKeys.updateConfig",
  auth: "apiKey",
  role: "administrate",
  summary: "Change the options of the API key.",
  description:
    'Options that are not sent keep their values; `""` or null removes `linkTemplate`, the place in your application that mails lead to.',
  rpc: WorkspaceService.method.updateApiKeyConfig,
  request: z.strictObject({
    advancedQueriesEnabled: z.boolean().optional(),
    activityLogImmutable: z.boolean().optional(),
    linkTemplate: z.string().max(2_000).nullable().optional().meta({
      description: "An http or https URL with `{organizationId}`, `{documentId}`, `{annotationId}` and `{commentId}`.",
    }),
  }),
  response: apiKeyConfig,
  message: "API key configuration updated.",
  example: {
    request: { advancedQueriesEnabled: true },
    response: { advancedQueriesEnabled: true, activityLogImmutable: false, linkTemplate: null },
  },
  toRpc: ({ linkTemplate, ...options }, { apiKeyId }) => ({
    ...options,
    apiKeyId,
    ...(linkTemplate === undefined ? {} : { linkTemplate: linkTemplate ?? "" }),
  }),
  fromRpc: ({ config }) => fromApiKeyConfig(config),
});
