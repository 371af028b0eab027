import type { ServiceImpl } from "@connectrpc/connect";
import type { WebhooksService } from "@parley/contracts/notifications";
import { getWebhookDeliveries } from "./log/get-webhook-deliveries.ts";
import { getWebhookRecovery } from "./log/get-webhook-recovery.ts";
import { retryWebhookDeliveries } from "./log/retry-webhook-deliveries.ts";
import { startWebhookRecovery } from "./log/start-webhook-recovery.ts";
import { sendTestWebhook } from "./testing/send-test-webhook.ts";
import type { WebhookContext } from "./webhook-context.ts";

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
