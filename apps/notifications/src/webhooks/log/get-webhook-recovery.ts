import { notFound, shortened } from "@parley/kernel";
import type { WebhookContext, WebhookHandler } from "../../context.ts";
import { selectRecovery } from "./webhook-recoveries.store.ts";
import { recoveryMessage } from "./wire.ts";

export const getWebhookRecovery = ({ database }: WebhookContext): WebhookHandler<"getWebhookRecovery"> => {
  return async ({ apiKeyId, recoveryId }) => {
    const row = await selectRecovery(database, apiKeyId, recoveryId);
    if (row === undefined) throw notFound(`There is no recovery ${shortened(recoveryId)}.`);
    return { recovery: recoveryMessage(row) };
  };
};
