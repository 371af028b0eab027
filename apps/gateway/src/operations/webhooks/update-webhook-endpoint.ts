import { ConfigsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { needsOneOf, withRules } from "../field-rules.ts";
import { operation } from "../operation.ts";
import { described } from "../texts.ts";
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
  // An endpoint is one of the API key: it may have others' events queued, and its organizations only filter.
  organizations: "none",
  rpcField: "endpoint",
  summary: "Change a webhook endpoint.",
  description: described(
    "Absent fields keep their values; null clears one. `raw` and `processed` are changed with `/v2/workspace/webhookconfig/update`; here they fail with FAILED_PRECONDITION.",
    "New filters apply to events written 2 seconds after the response or later. Queued deliveries stay.",
    "A new URL or new headers apply to queued deliveries too: they are sent to the new address at once and begin the retry schedule again.",
    "`held` deliveries stay held until they are resent.",
  ),
  rpc: ConfigsService.method.updateWebhookEndpoint,
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
