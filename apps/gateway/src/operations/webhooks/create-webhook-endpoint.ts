import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { operation } from "../operation.ts";
import { endpointFields, endpointUrl, exampleEndpoint, fromEndpoint, storedEndpoint, toEndpointPatch } from "./endpoint-fields.ts";

export const createWebhookEndpoint = operation({
  path: "/v2/workspace/advancedwebhook/endpoints/create",
  sdk: "webhooks.createEndpoint",
  auth: "apiKey",
  role: "administrate",
  portal: true,
  summary: "Create a webhook endpoint with filters, headers and a secret of its own.",
  description: [
    "An API key has at most 50 endpoints, or as many as its limit `webhookEndpoints` says, beside the two URLs of its webhook configuration; a further one fails with RESOURCE_EXHAUSTED, a `uid` of another endpoint with ALREADY_EXISTS. `useWebhookService`, `triggers` and `authToken` of the configuration concern those two URLs alone, `encodeData` and `encryptData` all endpoints.",
    "An event is delivered when all filters let it through; an event that no endpoint wants costs nothing. Each endpoint has its own signing secret (`/v2/workspace/advancedwebhook/endpoints/secret/get`), order of deliveries within a document, rate, retries and log, and one that is slow or away does not delay the others. URLs follow the rules of `/v2/workspace/webhookconfig/update`. `channels`, `organizationIds` and `documentIds` have at most 16 KiB together. An endpoint receives events that are written from 2 seconds after the response on.",
  ].join("\n\n"),
  rpc: WorkspaceService.method.createWebhookEndpoint,
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
