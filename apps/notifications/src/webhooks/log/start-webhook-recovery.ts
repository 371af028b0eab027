import { randomUUID } from "node:crypto";
import { Failure, invalid, notFound, shortened } from "@parley/kernel";
import type { WebhookContext, WebhookHandler } from "../../context.ts";
import { messages } from "../../messages.ts";
import { endpointIdOf } from "../endpoints/get-webhook-endpoints.ts";
import { unmarkGoneEndpoints } from "../queue/webhook-endpoints.store.ts";
import { recoveryWork } from "./recovery-worker.ts";
import { insertRecovery, selectRecovery } from "./webhook-recoveries.store.ts";
import { recoveryMessage } from "./wire.ts";

const maxRunning = 10;

export const startWebhookRecovery = (context: WebhookContext): WebhookHandler<"startWebhookRecovery"> => {
  const { database } = context;
  return async ({ apiKeyId, fromMs, toMs, endpointId: named }) => {
    if (toMs !== 0n && toMs <= fromMs) throw invalid("to_ms", "to_ms must be later than from_ms.");
    const endpointId = await endpointIdOf(context, apiKeyId, named);
    const recovery = {
      apiKeyId,
      recoveryId: `recovery_${randomUUID().replaceAll("-", "")}`,
      fromMs: Number(fromMs),
      toMs: Number(toMs),
      target: endpointId,
      maxRunning,
    };
    const started = await database.transaction(async (tx) => {
      const row = await insertRecovery(tx, recovery);
      if (row === undefined) {
        throw new Failure("resource_exhausted", `${maxRunning} recoveries are running; wait until one of them has ended.`, {
          reason: "too_many_recoveries",
        });
      }
      await unmarkGoneEndpoints(tx, apiKeyId, endpointId === "" ? [] : [endpointId]);
      await messages.addWork(tx, recoveryWork.kind, [recoveryWork.begin(apiKeyId, row)]);
      return row;
    });
    return { recovery: recoveryMessage(started) };
  };
};

export const getWebhookRecovery = ({ database }: WebhookContext): WebhookHandler<"getWebhookRecovery"> => {
  return async ({ apiKeyId, recoveryId }) => {
    const row = await selectRecovery(database, apiKeyId, recoveryId);
    if (row === undefined) throw notFound(`There is no recovery ${shortened(recoveryId)}.`);
    return { recovery: recoveryMessage(row) };
  };
};
