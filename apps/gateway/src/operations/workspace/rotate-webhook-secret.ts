import { ConfigsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { operation } from "../operation.ts";
import { described } from "../texts.ts";
import { exampleIds, exampleTime } from "./examples.ts";
import { fromSigningSecret, signingSecret } from "./webhook-secret-fields.ts";

export const rotateWebhookSecret = operation({
  path: "/v2/workspace/webhooksecret/rotate",
  sdk: "webhooks.rotateSecret",
  auth: "apiKey",
  role: "administrate",
  portal: true,
  showsSecret: true,
  summary: "Rotate the webhook signing secret.",
  description: described(
    "Creates a new secret. The previous one keeps signing as well for 24 hours, so that every receiver can be given the new one.",
    "At most five secrets sign at the same time; a further rotation fails with RESOURCE_EXHAUSTED until the oldest has expired.",
  ),
  rpc: ConfigsService.method.rotateWebhookSecret,
  request: z.strictObject({}),
  response: signingSecret,
  message: "Webhook secret rotated.",
  example: {
    request: {},
    response: { secret: exampleIds.webhookSecret, createdAt: exampleTime, previousSignsUntil: exampleTime + 86_400_000 },
  },
  toRpc: (_, { apiKeyId }) => ({ apiKeyId }),
  fromRpc: fromSigningSecret,
});
