import { WebhooksService } from "@parley/contracts/notifications";
import * as z from "zod";
import { id } from "../fields.ts";
import { operation } from "../operation.ts";
import { fromAttempt, fromTarget, storedAttempt, storedEndpointId, storedTarget, trigger } from "./webhook-fields.ts";

export const sendTestWebhook = operation({
  path: "/v2/webhooks/test",
  sdk: "webhooks.test",
  auth: "apiKey",
  role: "act",
  portal: true,
  summary: "Send a test event to the configured endpoints and return their responses.",
  description:
    "The event is signed, encoded and encrypted as configured, whether or not webhooks are switched on. It is sent once and not logged. Without `endpointId` it goes to the two URLs of the webhook configuration, and fails with FAILED_PRECONDITION if none is set; with it, to that endpoint, whatever its filters, and fails with NOT_FOUND if there is none or it is disabled. The latest configuration is used. An API key may send two test events at a time and have four waiting, a workspace twice as many; a further one fails with RESOURCE_EXHAUSTED.",
  rpc: WebhooksService.method.sendTestWebhook,
  request: z.strictObject({
    trigger: trigger(),
    endpointId: id().optional().meta({ description: "`raw`, `processed`, or the id of another endpoint." }),
  }),
  response: z.array(
    z.object({
      target: storedTarget(),
      endpointId: storedEndpointId(),
      webhookId: z.string(),
      success: z.boolean(),
      attempt: storedAttempt.nullable(),
    }),
  ),
  message: "Test event sent.",
  waits: true,
  timeoutMs: 30_000,
  example: {
    request: { trigger: "comment.add" },
    response: [
      {
        target: "raw",
        endpointId: "raw",
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
  toRpc: ({ trigger, endpointId = "" }, { apiKeyId }) => ({ apiKeyId, trigger, endpointId }),
  fromRpc: ({ results }) =>
    results.map(({ target, endpointId, webhookId, success, attempt }) => ({
      target: fromTarget(target),
      endpointId,
      webhookId,
      success,
      attempt: attempt === undefined ? null : fromAttempt(attempt),
    })),
});
