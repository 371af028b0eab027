import { notFound } from "@parley/kernel";
import { selectRecovery } from "../../store/webhook-recoveries.ts";
import type { WebhookContext, WebhookHandler } from "../../webhooks/webhook-context.ts";
import { recoveryMessage } from "../../webhooks/wire.ts";

export const getWebhookRecovery = ({ database }: WebhookContext): WebhookHandler<"getWebhookRecovery"> => {
  return async ({ apiKeyId, recoveryId }) => {
    const row = await selectRecovery(database, apiKeyId, recoveryId);
    if (row === undefined) throw notFound(`There is no recovery ${recoveryId}.`);
    return { recovery: recoveryMessage(row) };
  };
};
