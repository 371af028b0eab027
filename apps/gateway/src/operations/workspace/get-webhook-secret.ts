import { ConfigsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { operation } from "../operation.ts";
import { described } from "../texts.ts";
import { exampleIds, exampleTime } from "./examples.ts";
import { fromSigningSecret, signingSecret } from "./webhook-secret-fields.ts";

export const getWebhookSecret = operation({
  path: "/v2/workspace/webhooksecret/get",
  sdk: "webhooks.getSecret",
  auth: "apiKey",
  role: "administrate",
  portal: true,
  showsSecret: true,
  summary: "Get the webhook signing secret.",
  description: described(
    "Every delivery has the headers of Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`, which is `v1,` and the HMAC-SHA256 of `id.timestamp.body` under this secret.",
    "While an earlier secret still signs, a second signature follows after a space.",
    "The secret is created when it is first read.",
  ),
  rpc: ConfigsService.method.getWebhookSecret,
  request: z.strictObject({}),
  response: signingSecret,
  message: "Webhook secret retrieved.",
  example: {
    request: {},
    response: { secret: exampleIds.webhookSecret, createdAt: exampleTime, previousSignsUntil: null },
  },
  toRpc: (_, { apiKeyId }) => ({ apiKeyId }),
  fromRpc: fromSigningSecret,
});
