import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { needsOneOf, withRules } from "../field-rules.ts";
import { operation } from "../operation.ts";
import { toWebhookPatch, webhookServiceConfig } from "./webhook-service-config.ts";

export const updateWebhookConfig = operation({
  path: "/v2/workspace/webhookconfig/update",
  sdk: "webhooks.updateConfig",
  auth: "apiKey",
  role: "administrate",
  portal: true,
  summary: "Change the webhook configuration.",
  description:
    'Keys that are not sent keep their values, `""` or null clears one. URLs are https, carry no ' +
    "user name or password, and lead to public addresses, on port 80, 443 or one from 1024 on, unless the operator allows others. When `useWebhookService` is turned on for the first time without triggers, all nine are on. " +
    "Deliveries use a change within 2 seconds, `/v2/webhooks/test` at once.\n\n" +
    "A new URL applies to what is queued as well: deliveries that wait, also those that wait for another attempt, are sent to the new address at once and " +
    "begin the retry schedule anew. Failures at the old address no longer count. A new token or another form of bodies has the same effect. Deliveries that are `held` already stay so until they are resent.",
  rpc: WorkspaceService.method.updateWebhookConfig,
  request: withRules(
    z.strictObject({ useWebhookService: z.boolean().optional(), webhookServiceConfig: webhookServiceConfig.optional() }),
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
