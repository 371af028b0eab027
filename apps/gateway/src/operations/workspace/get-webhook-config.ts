import { ConfigsService, webhookTriggers } from "@parley/contracts/workspace";
import * as z from "zod";
import { operation } from "../operation.ts";
import { storedWebhookServiceConfig } from "./webhook-service-config.ts";

export const getWebhookConfig = operation({
  path: "/v2/workspace/webhookconfig/get",
  sdk: "webhooks.getConfig",
  auth: "apiKey",
  role: "read",
  portal: true,
  summary: "Get the webhook configuration.",
  description: "The auth token in it is masked.",
  rpc: ConfigsService.method.getWebhookConfig,
  request: z.strictObject({}),
  response: z.object({
    useWebhookService: z
      .boolean()
      .meta({ description: "Whether webhooks are sent to the two URLs. Events while it is off are not stored for them." }),
    webhookServiceConfig: storedWebhookServiceConfig.meta({ description: "The endpoints and their settings." }),
  }),
  message: "Webhook configuration retrieved.",
  example: {
    request: {},
    response: {
      useWebhookService: true,
      webhookServiceConfig: {
        authToken: "********oint",
        rawNotificationUrl: "https://hooks.acme.example/parley/raw",
        processedNotificationUrl: null,
        encodeData: false,
        encryptData: false,
        publicKey: null,
        triggers: Object.fromEntries(webhookTriggers.map((name) => [name, name === "comment_annotation.add" || name === "comment.add"])),
      },
    },
  },
  toRpc: (_, { apiKeyId }) => ({ apiKeyId }),
  fromRpc: ({ useWebhookService, webhookServiceConfig: config }) => ({
    useWebhookService,
    webhookServiceConfig: {
      authToken: config?.maskedAuthToken || null,
      rawNotificationUrl: config?.rawNotificationUrl || null,
      processedNotificationUrl: config?.processedNotificationUrl || null,
      encodeData: config?.encodeData,
      encryptData: config?.encryptData,
      publicKey: config?.publicKey || null,
      triggers: config?.triggers,
    },
  }),
});
