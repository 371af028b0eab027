import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { needsOneOf, withRules } from "../field-rules.ts";
import { id, name } from "../fields.ts";
import { operation } from "../operation.ts";
import { exampleIds } from "./examples.ts";
import { limitsToSet, toLimitsRpc } from "./key-limit-fields.ts";

export const updateApiKey = operation({
  path: "/v2/workspace/apikey/update",
  sdk: "apiKeys.update",
  auth: "workspace",
  role: "administrate",
  orAdmin: true,
  summary: "Rename an API key, or limit what it may do and store.",
  description:
    "What is not sent stays. A limit takes effect within 5 seconds. The workspace sets none that is higher than the installation's; the operator can, with the admin token instead of the workspace's: that number is the key's limit unless the workspace sets a lower one. Beyond a limit a request, or an item of a batch, fails with RESOURCE_EXHAUSTED or the code `quota_reached`, and the message says the number. What a key has already stays when a limit is set below it: only what is new is refused. Responses to requests of a key with `requestsPerSecond` carry `RateLimit` and `RateLimit-Policy`; the others are no rates and are not told there.",
  rpc: WorkspaceService.method.updateApiKey,
  request: withRules(
    z.strictObject({
      apiKey: id(),
      apiKeyName: name().min(1).optional(),
      limits: limitsToSet.optional().meta({ description: "Limits of the key." }),
    }),
    needsOneOf("apiKeyName", "limits"),
  ),
  message: "API key updated.",
  example: {
    request: {
      apiKey: exampleIds.apiKey,
      apiKeyName: "Shop, production",
      limits: { requestsPerSecond: 1_000, documents: 50_000, comments: null },
    },
    response: null,
  },
  toRpc: ({ apiKey, apiKeyName = "", limits }, { workspaceId, tokenId }) => ({
    workspaceId,
    apiKeyId: apiKey,
    apiKeyName,
    // The admin token has no id.
    byOperator: tokenId === "",
    ...toLimitsRpc(limits),
  }),
});
