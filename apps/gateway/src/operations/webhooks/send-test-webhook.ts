import { WebhooksService } from "@parley/contracts/notifications";
import * as z from "zod";
import { id } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { fromAttempt, fromTarget, storedAttempt, storedEndpointId, storedTarget, trigger } from "./webhook-fields.ts";

export const sendTestWebhook = operation({
  path: "/v2/webhooks/test",
  sdk: "webhooks.test",
  auth: "apiKey",
  role: "act",
  portal: true,
  summary: "Send a test webhook event.",
  description: described(
    "Sends a test event once with the latest configuration, signed, encoded and encrypted as configured, whether or not webhooks are switched on, and returns the endpoints' responses. It is not logged.",
    "Without `endpointId` the event goes to the two URLs of the webhook configuration; it fails with FAILED_PRECONDITION if neither is set.",
    "With `endpointId` it goes to that endpoint, whatever its filters; it fails with NOT_FOUND if the endpoint does not exist or is disabled.",
    "An API key may send two test events at a time and have four waiting, a workspace twice as many; further ones fail with RESOURCE_EXHAUSTED.",
  ),
  rpc: WebhooksService.method.sendTestWebhook,
  request: z.strictObject({
    trigger: trigger().meta({ description: "Name of the event." }),
    endpointId: id().optional().meta({ description: "`raw`, `processed`, or the id or `uid` of another endpoint." }),
  }),
  response: z.array(
    z.object({
      target: storedTarget(),
      endpointId: storedEndpointId(),
      webhookId: z.string().meta({ description: "Id of the delivery: the `webhook-id` header of its attempts." }),
      success: z.boolean().meta(texts.success),
      attempt: storedAttempt.nullable().meta({ description: "The request to the endpoint; null if none was made." }),
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
