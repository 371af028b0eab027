import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { needsOneOf, withRules } from "../field-rules.ts";
import { operation } from "../operation.ts";
import {
  endpointFields,
  endpointId,
  endpointUrl,
  exampleEndpoint,
  fromEndpoint,
  storedEndpoint,
  toEndpointPatch,
} from "./endpoint-fields.ts";

const fields = { url: endpointUrl().optional(), ...endpointFields };

export const updateWebhookEndpoint = operation({
  path: "/v2/workspace/advancedwebhook/endpoints/update",
  sdk: "webhooks.updateEndpoint",
  auth: "apiKey",
  role: "administrate",
  portal: true,
  summary: "Change a webhook endpoint.",
  description: [
    "Fields that are not sent keep their values, null clears one. Filters apply to events that are written from 2 seconds after the response on; what is queued stays. A new URL or other headers apply to what is queued as well: it is sent to the new address at once and begins the retry schedule anew. What is `held` stays so until it is resent.",
    "`raw` and `processed` are changed by `/v2/workspace/webhookconfig/update`; here they fail with FAILED_PRECONDITION.",
  ].join("\n\n"),
  rpc: WorkspaceService.method.updateWebhookEndpoint,
  request: withRules(
    z.strictObject({ endpointId: endpointId(), ...fields }),
    needsOneOf(...(Object.keys(fields) as (keyof typeof fields)[])),
  ),
  response: storedEndpoint,
  message: "Webhook endpoint updated.",
  example: {
    request: { endpointId: "crm", rateLimit: null, disabled: true },
    response: { ...exampleEndpoint, rateLimit: null, disabled: true },
  },
  toRpc: ({ endpointId, ...changes }, { apiKeyId }) => ({ apiKeyId, endpointId, endpoint: toEndpointPatch(changes) }),
  fromRpc: ({ endpoint }) => fromEndpoint(endpoint),
});
