import { WebhooksService } from "@parley/contracts/notifications";
import * as z from "zod";
import { withRules } from "../field-rules.ts";
import { id, timestampMs } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { fromRecovery, storedRecovery } from "./webhook-fields.ts";

export const recoverWebhookDeliveries = operation({
  path: "/v2/webhooks/deliveries/recover",
  sdk: "webhooks.recoverDeliveries",
  auth: "apiKey",
  role: "act",
  portal: true,
  summary: "Resend failed and held webhook deliveries.",
  description: described(
    "Resends all failed or held deliveries that were created at or after `since` and, if given, before `until`. It continues after the response: `/v2/webhooks/deliveries/recover/status` reports its progress.",
    "Endpoints that responded 410 are tried again.",
    "At most ten recoveries run at a time.",
  ),
  rpc: WebhooksService.method.startWebhookRecovery,
  request: withRules(
    z.strictObject({
      since: timestampMs().meta({ description: "The earliest time, in milliseconds since the epoch." }),
      until: timestampMs().min(1).optional().meta(texts.to),
      endpointId: id()
        .optional()
        .meta({ description: "Only deliveries to this endpoint: `raw`, `processed`, or the id or `uid` of another endpoint." }),
    }),
    {
      field: "until",
      problem: "must be later than `since`",
      holds: ({ since, until }) => until === undefined || Number(until) > Number(since),
      schemas: [],
      fields: ["since", "until"],
    },
  ),
  response: storedRecovery,
  message: "Recovery of webhook deliveries was initiated.",
  successStatus: 202,
  example: {
    request: { since: 1_795_228_800_000 },
    response: {
      recoveryId: "recovery_0198c0ffee007abc8def0123456789ab",
      from: 1_795_228_800_000,
      to: 1_795_315_200_000,
      isCompleted: false,
      recovered: 0,
      skipped: 0,
      startedAt: 1_795_315_200_000,
      completedAt: null,
      endpointId: null,
    },
  },
  toRpc: ({ since, until = 0, endpointId = "" }, { apiKeyId }) => ({ apiKeyId, endpointId, fromMs: BigInt(since), toMs: BigInt(until) }),
  fromRpc: ({ recovery }) => fromRecovery(recovery),
});
