import { WebhooksService } from "@parley/contracts/notifications";
import * as z from "zod";
import { id } from "../fields.ts";
import { operation } from "../operation.ts";
import { fromRecovery, storedRecovery } from "./webhook-fields.ts";

export const getWebhookRecovery = operation({
  path: "/v2/webhooks/deliveries/recover/status",
  sdk: "webhooks.getRecovery",
  auth: "apiKey",
  role: "read",
  portal: true,
  summary: "Get the progress of a recovery.",
  description: "Reports how many deliveries a recovery (`/v2/webhooks/deliveries/recover`) has queued again.",
  rpc: WebhooksService.method.getWebhookRecovery,
  request: z.strictObject({ recoveryId: id().meta({ description: "Id of the recovery." }) }),
  response: storedRecovery,
  message: "Recovery status retrieved.",
  example: {
    request: { recoveryId: "recovery_0198c0ffee007abc8def0123456789ab" },
    response: {
      recoveryId: "recovery_0198c0ffee007abc8def0123456789ab",
      from: 0,
      to: 1_795_315_200_000,
      isCompleted: true,
      recovered: 1_250,
      skipped: 3,
      startedAt: 1_795_315_200_000,
      completedAt: 1_795_315_200_090,
      endpointId: null,
    },
  },
  toRpc: ({ recoveryId }, { apiKeyId }) => ({ apiKeyId, recoveryId }),
  fromRpc: ({ recovery }) => fromRecovery(recovery),
});
