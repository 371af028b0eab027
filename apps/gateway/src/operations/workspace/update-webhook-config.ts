import { ConfigsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { needsOneOf, withRules } from "../field-rules.ts";
import { operation } from "../operation.ts";
import { described, whileDisabled } from "../texts.ts";
import { toWebhookPatch, webhookServiceConfig } from "./webhook-service-config.ts";

export const updateWebhookConfig = operation({
  path: "/v2/workspace/webhookconfig/update",
  sdk: "webhooks.updateConfig",
  auth: "apiKey",
  role: "administrate",
  portal: true,
  summary: "Change the webhook configuration.",
  description: described(
    'Absent fields keep their values; `""` or null clears one. Deliveries use a change within 2 seconds, `/v2/webhooks/test` at once.',
    "URLs are https, have no user name or password, and lead to public addresses, on port 80, 443 or one from 1024 on, unless the operator allows others.",
    `While \`useWebhookService\` is off, its two URLs are switched off; further endpoints are not. ${whileDisabled}`,
    "If `useWebhookService` is turned on for the first time without triggers, all nine are on.",
    "A new URL, token or form of bodies applies to queued deliveries too: they are sent at once and begin the retry schedule again, and failures at the old address no longer count.",
    "`held` deliveries stay held until they are resent.",
  ),
  rpc: ConfigsService.method.updateWebhookConfig,
  request: withRules(
    z.strictObject({
      useWebhookService: z
        .boolean()
        .optional()
        .meta({ description: "Whether webhooks are sent to the two URLs. Events while it is off are not stored for them." }),
      webhookServiceConfig: webhookServiceConfig.optional().meta({ description: "The endpoints and their settings." }),
    }),
    needsOneOf("useWebhookService", "webhookServiceConfig"),
  ),
  invalidMessage: "The webhook service configuration is invalid.",
  message: "Webhook configuration updated.",
  example: {
    request: {
      useWebhookService: true,
      webhookServiceConfig: {
        authToken: "a-token-of-your-endpoint",
        rawNotificationUrl: "https://hooks.acme.example/parley/raw",
        triggers: { "comment_annotation.add": true, "comment.add": true },
      },
    },
    response: null,
  },
  toRpc: (data, { apiKeyId }) => ({
    apiKeyId,
    ...(data.useWebhookService === undefined ? {} : { useWebhookService: data.useWebhookService }),
    ...(data.webhookServiceConfig === undefined ? {} : { webhookServiceConfig: toWebhookPatch(data.webhookServiceConfig) }),
  }),
});
