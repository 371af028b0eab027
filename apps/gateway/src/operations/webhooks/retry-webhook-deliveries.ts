import { WebhooksService } from "@parley/contracts/notifications";
import * as z from "zod";
import { byId, ids, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";
import { described } from "../texts.ts";

export const retryWebhookDeliveries = operation({
  path: "/v2/webhooks/deliveries/retry",
  sdk: "webhooks.retryDeliveries",
  auth: "apiKey",
  role: "act",
  portal: true,
  summary: "Send webhook deliveries again.",
  description: described(
    "Resends deliveries whatever their state, with the same id and body, immediately and then on the schedule. An endpoint that responded 410 is tried again.",
    "A delivery that does not exist fails with code `not_found`.",
    "One whose payload has been removed fails with `payload_removed`.",
  ),
  rpc: WebhooksService.method.retryWebhookDeliveries,
  request: z.strictObject({ webhookIds: ids().meta({ description: "Ids of deliveries." }) }),
  response: resultsBy("webhookId"),
  message: "Webhook deliveries are sent again.",
  example: {
    request: { webhookIds: ["evt_0198c0ffee007abc8def0123456789ab_raw"] },
    response: {
      evt_0198c0ffee007abc8def0123456789ab_raw: {
        success: false,
        message: "There is no delivery evt_0198c0ffee007abc8def0123456789ab_raw.",
        code: "not_found",
      },
    },
  },
  toRpc: ({ webhookIds }, { apiKeyId }) => ({ apiKeyId, webhookIds }),
  fromRpc: ({ results }) => byId(results),
});
