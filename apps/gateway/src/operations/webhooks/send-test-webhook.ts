import { WebhooksService } from "@parley/contracts/notifications";
import * as z from "zod";
import { operation } from "../operation.ts";
import { fromAttempt, fromTarget, storedAttempt, target, trigger } from "./webhook-fields.ts";

export const sendTestWebhook = operation({
  path: "/v2/webhooks/test",
  sdk: "webhooks.test",
  auth: "apiKey",
  role: "act",
  portal: true,
  summary: "Send a test event to the configured endpoints and return their responses.",
  description:
    "The event is signed, encoded and encrypted as configured, whether or not webhooks are switched on. It is sent once and not logged. Fails with FAILED_PRECONDITION if no URL is configured. The latest configuration is used. An API key may send two test events at a time and have four waiting, a workspace twice as many; a further one fails with RESOURCE_EXHAUSTED.",
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
