import { WebhooksService } from "@parley/contracts/notifications";
import * as z from "zod";
import { operation } from "../operation.ts";
import { fromAttempt, fromTarget, storedAttempt, target, trigger } from "./webhook-fields.ts";

export const sendTestWebhook = operation({
  path: "/v2/webhooks/test",
  sdk: "webhooks.test",
  auth: "apiKey",
  portal: true,
  summary: "Send a test event to the configured endpoints and answer what they said.",
  description:
    "Signed, encoded and encrypted as configured, whether webhooks are switched on or not. It is sent once and not logged. Without a configured URL " +
    "it fails with FAILED_PRECONDITION. The configuration is always the newest. Two test events of an API key are sent at a time and four wait; " +
    "a further one fails with RESOURCE_EXHAUSTED.",
  rpc: WebhooksService.method.sendTestWebhook,
  request: z.strictObject({ trigger: trigger() }),
  response: z.array(z.object({ target: target(), webhookId: z.string(), success: z.boolean(), attempt: storedAttempt.nullable() })),
  message: "Test event sent.",
  waits: true,
  timeoutMs: 30_000,
  example: {
    request: { trigger: "comment.add" },
    response: [
      {
        target: "raw",
        webhookId: "test_0198c0ffee007abc8def0123456789ab_raw",
        success: false,
        attempt: {
          startedAt: 1_795_228_800_000,
          durationMs: 12,
          status: null,
          errorClass: "dns",
          error: "The host name could not be resolved (ENOTFOUND).",
          responseExcerpt: "",
        },
      },
    ],
  },
  toRpc: ({ trigger }, { apiKeyId }) => ({ apiKeyId, trigger }),
  fromRpc: ({ results }) =>
    results.map(({ target, webhookId, success, attempt }) => ({
      target: fromTarget(target),
      webhookId,
      success,
      attempt: attempt === undefined ? null : fromAttempt(attempt),
    })),
});
