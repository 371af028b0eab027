import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { exclusive, withRules } from "../field-rules.ts";
import { filterIds, paging, searchText } from "../fields.ts";
import { operation } from "../operation.ts";
import { fromApiKey, storedApiKey } from "./api-key-fields.ts";
import { exampleIds, exampleTime } from "./examples.ts";
import { noStoredLimits } from "./key-limit-fields.ts";

export const getApiKeys = operation({
  path: "/v2/workspace/apikeys/get",
  sdk: "apiKeys.list",
  auth: "workspace",
  role: "read",
  summary: "List the API keys of the workspace.",
  description:
    "Returns API keys oldest first. `search` lists keys whose name starts with the text (ignoring case) and the key whose id equals it, ordered by name. `apiKeys` lists those of them that the workspace has.",
  rpc: WorkspaceService.method.listApiKeys,
  request: withRules(
    z.strictObject({
      search: searchText("The beginning of the name, or the whole id.").optional(),
      apiKeys: filterIds().meta({ description: "Ids of API keys." }),
      ...paging,
    }),
    exclusive("search", "apiKeys"),
  ),
  response: z.array(storedApiKey),
  message: "API keys retrieved.",
  paged: true,
  filters: ["apiKeys"],
  example: {
    request: { pageSize: 1 },
    response: [
      {
        id: exampleIds.apiKey,
        apiKeyName: "First API key",
        ownerEmail: "owner@acme.example",
        type: "testing",
        planInfo: null,
        customPlanInfo: false,
        customPlanInfoData: null,
        useEmailService: false,
        useWebhookService: false,
        emailServiceConfig: null,
        disabled: false,
        limits: noStoredLimits,
        createdAt: exampleTime,
      },
    ],
  },
  toRpc: ({ search = "", apiKeys = [], pageSize = 100, pageToken = "" }, { workspaceId }) => ({
    workspaceId,
    search,
    apiKeyIds: apiKeys,
    pageSize,
    pageToken,
  }),
  fromRpc: ({ apiKeys }) => apiKeys.map(fromApiKey),
});
