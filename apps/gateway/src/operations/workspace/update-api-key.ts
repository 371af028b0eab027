import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { needsOneOf, withRules } from "../field-rules.ts";
import { id, name } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { exampleIds } from "./examples.ts";
import { limitsToSet, toLimitsRpc } from "./key-limit-fields.ts";

export const updateApiKey = operation({
  path: "/v2/workspace/apikey/update",
  sdk: "apiKeys.update",
  auth: "workspace",
  role: "administrate",
  orAdmin: true,
  summary: "Rename or limit an API key.",
  description: described(
    "Absent fields keep their values. A limit takes effect within 5 seconds; beyond it a request, or an item of a batch, fails with RESOURCE_EXHAUSTED or the code `quota_reached`, and the message has the number.",
    "The workspace cannot set a limit above the installation's. The operator can, with the admin token instead of the workspace's; that number then applies unless the workspace sets a lower one.",
    "A limit below what the key already has removes nothing: only new items are refused.",
    "Responses for a key with `requestsPerSecond` have the headers `RateLimit` and `RateLimit-Policy`. The other limits are not rates and do not appear there.",
  ),
  rpc: WorkspaceService.method.updateApiKey,
  request: withRules(
    z.strictObject({
      apiKey: id().meta(texts.apiKey),
      apiKeyName: name().min(1).optional().meta(texts.apiKeyName),
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
