import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { id } from "../fields.ts";
import { operation } from "../operation.ts";
import { texts } from "../texts.ts";
import { exampleIds } from "./examples.ts";

export const disableApiKey = operation({
  path: "/v2/workspace/apikey/disable",
  sdk: "apiKeys.setDisabled",
  auth: "workspace",
  role: "administrate",
  summary: "Disable or enable an API key.",
  description:
    "Requests with the credentials of a disabled API key fail with PERMISSION_DENIED, within 5 seconds at every gateway. Its data, tokens and webhooks do not change.",
  rpc: WorkspaceService.method.setApiKeyDisabled,
  request: z.strictObject({
    apiKey: id().meta(texts.apiKey),
    disabled: z.boolean().meta({ description: "Whether requests with the credentials of the API key are refused." }),
  }),
  response: z.object({ disabled: z.boolean().meta({ description: "Whether requests with the credentials of the API key are refused." }) }),
  message: "API key updated.",
  example: { request: { apiKey: exampleIds.spareApiKey, disabled: true }, response: { disabled: true } },
  toRpc: ({ apiKey, disabled }, { workspaceId }) => ({ workspaceId, apiKeyId: apiKey, disabled }),
  fromRpc: (_, { disabled }) => ({ disabled }),
});
