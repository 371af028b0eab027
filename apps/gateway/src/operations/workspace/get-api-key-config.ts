import { ConfigsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { operation } from "../operation.ts";
import { apiKeyConfig, fromApiKeyConfig, noRetention, noSearch } from "./api-key-config-fields.ts";

export const getApiKeyConfig = operation({
  path: "/v2/workspace/apikeyconfig/get",
  sdk: "apiKeys.getConfig",
  auth: "apiKey",
  role: "read",
  summary: "Get the options of an API key.",
  rpc: ConfigsService.method.getApiKeyConfig,
  request: z.strictObject({}),
  response: apiKeyConfig,
  message: "API key configuration retrieved.",
  example: {
    request: {},
    response: {
      advancedQueriesEnabled: true,
      activityLogImmutable: false,
      linkTemplate: null,
      notifyOfComments: true,
      defaultDocumentAccessType: "organizationPrivate",
      ...noSearch,
      retention: { ...noRetention, deliveriesDays: 7 },
    },
  },
  toRpc: (_, { apiKeyId }) => ({ apiKeyId, withSearchIndex: true }),
  fromRpc: ({ config, searchIndex }) => fromApiKeyConfig(config, searchIndex),
});
