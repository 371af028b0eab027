import type { ServiceImpl } from "@connectrpc/connect";
import type { WebhooksService } from "@parley/contracts/notifications";
import type { WebhookContext } from "../../webhooks/webhook-context.ts";
import { getWebhookDeliveries } from "./get-webhook-deliveries.ts";
import { getWebhookRecovery } from "./get-webhook-recovery.ts";
import { retryWebhookDeliveries } from "./retry-webhook-deliveries.ts";
import { sendTestWebhook } from "./send-test-webhook.ts";
import { startWebhookRecovery } from "./start-webhook-recovery.ts";

/** The whole service: an RPC without a handler does not compile. */
export function webhooksHandlers(context: WebhookContext): ServiceImpl<typeof WebhooksService> {
  return {
    getWebhookDeliveries: getWebhookDeliveries(context),
    retryWebhookDeliveries: retryWebhookDeliveries(context),
    startWebhookRecovery: startWebhookRecovery(context),
    getWebhookRecovery: getWebhookRecovery(context),
    sendTestWebhook: sendTestWebhook(context),
  };
}
