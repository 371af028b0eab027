import { ConfigsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { operation } from "../operation.ts";
import { described } from "../texts.ts";
import { exampleIds, exampleTime } from "../workspace/examples.ts";
import { fromSigningSecret, signingSecret } from "../workspace/webhook-secret-fields.ts";
import { endpointId, exampleEndpoint } from "./endpoint-fields.ts";

export const rotateWebhookEndpointSecret = operation({
  path: "/v2/workspace/advancedwebhook/endpoints/secret/rotate",
  sdk: "webhooks.rotateEndpointSecret",
  auth: "apiKey",
  role: "administrate",
  portal: true,
  showsSecret: true,
  summary: "Rotate a webhook endpoint's signing secret.",
  description: described(
    "Creates a new secret for the endpoint. The previous secret keeps signing as well for 24 hours; secrets of other endpoints stay.",
    "At most five secrets of an endpoint sign at the same time; a further rotation fails with RESOURCE_EXHAUSTED until the oldest has expired.",
    "`raw` and `processed` rotate the secret of the API key, which signs for both.",
  ),
  rpc: ConfigsService.method.rotateWebhookEndpointSecret,
  request: z.strictObject({ endpointId: endpointId() }),
  response: z.object({ endpointId: z.string().meta({ description: "Its id." }), ...signingSecret.shape }),
  message: "Webhook endpoint secret rotated.",
  example: {
    request: { endpointId: "crm" },
    response: {
      endpointId: exampleEndpoint.endpointId,
      secret: exampleIds.webhookSecret,
      createdAt: exampleTime,
      previousSignsUntil: exampleTime + 86_400_000,
    },
  },
  toRpc: ({ endpointId }, { apiKeyId }) => ({ apiKeyId, endpointId }),
  fromRpc: ({ endpointId, ...secret }) => ({ endpointId, ...fromSigningSecret(secret) }),
});
