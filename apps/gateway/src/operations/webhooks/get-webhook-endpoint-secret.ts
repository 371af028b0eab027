import { ConfigsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { operation } from "../operation.ts";
import { exampleIds, exampleTime } from "../workspace/examples.ts";
import { fromSigningSecret, signingSecret } from "../workspace/webhook-secret-fields.ts";
import { endpointId, exampleEndpoint } from "./endpoint-fields.ts";

export const getWebhookEndpointSecret = operation({
  path: "/v2/workspace/advancedwebhook/endpoints/secret/get",
  sdk: "webhooks.getEndpointSecret",
  auth: "apiKey",
  role: "administrate",
  portal: true,
  showsSecret: true,
  summary: "Get a webhook endpoint's signing secret.",
  description:
    "The secret is created with the endpoint and signs as described at `/v2/workspace/webhooksecret/get`. `raw` and `processed` have the secret of the API key.",
  rpc: ConfigsService.method.getWebhookEndpointSecret,
  request: z.strictObject({ endpointId: endpointId() }),
  response: z.object({ endpointId: z.string().meta({ description: "Its id." }), ...signingSecret.shape }),
  message: "Webhook endpoint secret retrieved.",
  example: {
    request: { endpointId: "crm" },
    response: {
      endpointId: exampleEndpoint.endpointId,
      secret: exampleIds.webhookSecret,
      createdAt: exampleTime,
      previousSignsUntil: null,
    },
  },
  toRpc: ({ endpointId }, { apiKeyId }) => ({ apiKeyId, endpointId }),
  fromRpc: ({ endpointId, ...secret }) => ({ endpointId, ...fromSigningSecret(secret) }),
});
