import { WebhookDeliveryState } from "@parley/contracts/notifications";
import { until } from "@parley/testing";
import type { WebhooksTestService } from "./webhooks-service.ts";

/** The accepted deliveries of an API key, once there are `count`. */
export async function deliveredBy({ webhooks }: Pick<WebhooksTestService, "webhooks">, apiKeyId: string, count = 1) {
  return until(async () => {
    const { deliveries } = await webhooks.getWebhookDeliveries({ apiKeyId, state: WebhookDeliveryState.DELIVERED });
    return deliveries.length === count && deliveries;
  }, 20_000);
}
