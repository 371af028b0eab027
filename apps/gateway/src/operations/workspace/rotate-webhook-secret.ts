import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { operation } from "../operation.ts";
import { exampleIds, exampleTime } from "./examples.ts";
import { fromSigningSecret, signingSecret } from "./webhook-secret-fields.ts";

export const rotateWebhookSecret = operation({
  path: "/v2/workspace/webhooksecret/rotate",
  sdk: "webhooks.rotateSecret",
  auth: "apiKey",
  portal: true,
  role: "administrate",
  summary: "Make a new secret that signs webhook deliveries.",
  description:
    "The one before keeps signing beside it for 24 hours: time to give every receiver the new one. At most five sign at the same time; a further " +
    "rotation is then RESOURCE_EXHAUSTED until the oldest has ended.",
  rpc: WorkspaceService.method.rotateWebhookSecret,
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
