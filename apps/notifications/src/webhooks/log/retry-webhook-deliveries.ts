import { failed, succeeded } from "@parley/contracts/common";
import { shortened } from "@parley/kernel";
import type { WebhookContext, WebhookHandler } from "../../context.ts";
import { unmarkGoneEndpoints } from "../queue/webhook-endpoints.store.ts";
import { retryDeliveries } from "./webhook-requeue.store.ts";

export const retryWebhookDeliveries = ({ database, onDeliveries }: WebhookContext): WebhookHandler<"retryWebhookDeliveries"> => {
  return async ({ apiKeyId, webhookIds }) => {
    const wanted = [...new Set(webhookIds)];
    const retried = await database.transaction(async (tx) => {
      const rows = await retryDeliveries(tx, apiKeyId, wanted);
      const targets = [...new Set(rows.map(({ target }) => target))];
      if (targets.length > 0) await unmarkGoneEndpoints(tx, apiKeyId, targets);
      return new Map(rows.map(({ webhookId, hasPayload }) => [webhookId, hasPayload]));
    });
    onDeliveries();
    return {
      results: wanted.map((id) => {
        const hasPayload = retried.get(id);
        if (hasPayload === undefined) return failed(id, "not_found", `There is no delivery ${shortened(id)}.`);
        if (!hasPayload) return failed(id, "payload_removed", `The payload of the delivery ${shortened(id)} has been removed.`);
        return succeeded(id, "The delivery will be sent again.");
      }),
    };
  };
};
