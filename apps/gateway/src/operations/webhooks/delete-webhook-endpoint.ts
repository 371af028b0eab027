import { ConfigsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { operation } from "../operation.ts";
import { endpointId, exampleEndpoint } from "./endpoint-fields.ts";

export const deleteWebhookEndpoint = operation({
  path: "/v2/workspace/advancedwebhook/endpoints/delete",
  sdk: "webhooks.deleteEndpoint",
  auth: "apiKey",
  role: "administrate",
  portal: true,
  summary: "Delete a webhook endpoint with its secrets.",
  description:
    "Nothing more is sent to the endpoint; waiting deliveries are held. Its log is kept like any other. `raw` and `processed` are removed by clearing their URLs.",
  rpc: ConfigsService.method.deleteWebhookEndpoint,
  request: z.strictObject({ endpointId: endpointId() }),
  response: z.object({
    endpointId: z.string().meta({ description: "Its id." }),
    deleted: z.literal(true).meta({ description: "Always true." }),
  }),
  message: "Webhook endpoint deleted.",
  example: { request: { endpointId: "crm" }, response: { endpointId: exampleEndpoint.endpointId, deleted: true } },
  toRpc: ({ endpointId }, { apiKeyId }) => ({ apiKeyId, endpointId }),
  fromRpc: ({ endpointId }) => ({ endpointId, deleted: true }),
});
