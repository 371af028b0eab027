import { ConfigsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { operation } from "../operation.ts";
import { described } from "../texts.ts";
import { endpointFields, endpointUrl, exampleEndpoint, fromEndpoint, storedEndpoint, toEndpointPatch } from "./endpoint-fields.ts";

export const createWebhookEndpoint = operation({
  path: "/v2/workspace/advancedwebhook/endpoints/create",
  sdk: "webhooks.createEndpoint",
  auth: "apiKey",
  role: "administrate",
  portal: true,
  // An endpoint is one of the API key: it may have others' events queued, and its organizations only filter.
  organizations: "none",
  rpcField: "endpoint",
  summary: "Create a webhook endpoint.",
  description: described(
    "Creates an endpoint with its own filters, headers, signing secret (`/v2/workspace/advancedwebhook/endpoints/secret/get`), rate, retries and log. It receives events that pass all its filters and are written 2 seconds after the response or later.",
    "An API key has at most 50 endpoints, or as many as its limit `webhookEndpoints` allows, beside the two URLs of its webhook configuration; further ones fail with RESOURCE_EXHAUSTED, and the `uid` of another endpoint with ALREADY_EXISTS.",
    "Deliveries to an endpoint keep the order of events within a document. A slow or unreachable endpoint does not delay the others.",
    "`useWebhookService`, `triggers` and `authToken` of the configuration apply to its two URLs only, `encodeData` and `encryptData` to all endpoints.",
    "URLs follow the rules of `/v2/workspace/webhookconfig/update`.",
    "`channels`, `organizationIds` and `documentIds` together have at most 16 KiB.",
  ),
  rpc: ConfigsService.method.createWebhookEndpoint,
  request: z.strictObject({ url: endpointUrl(), ...endpointFields }),
  response: storedEndpoint,
  message: "Webhook endpoint created.",
  example: {
    request: {
      url: exampleEndpoint.url,
      uid: exampleEndpoint.uid,
      description: exampleEndpoint.description,
      filterTypes: exampleEndpoint.filterTypes,
      organizationIds: exampleEndpoint.organizationIds,
      payload: exampleEndpoint.payload,
      headers: { "x-crm-token": "a-token-of-your-endpoint" },
      rateLimit: exampleEndpoint.rateLimit,
      metadata: exampleEndpoint.metadata,
    },
    response: exampleEndpoint,
  },
  toRpc: (data, { apiKeyId }) => ({ apiKeyId, endpoint: toEndpointPatch(data) }),
  fromRpc: ({ endpoint }) => fromEndpoint(endpoint),
});
