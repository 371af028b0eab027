import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { needsOneOf, withRules } from "../field-rules.ts";
import { id, name } from "../fields.ts";
import { operation } from "../operation.ts";
import { exampleIds } from "./examples.ts";

const requestsPerSecond = z
  .int()
  .min(1)
  .max(100_000)
  .nullable()
  .optional()
  .meta({ description: "Requests in a second that each gateway accepts of the key; null takes the limit away." });

export const updateApiKey = operation({
  path: "/v2/workspace/apikey/update",
  sdk: "apiKeys.update",
  auth: "workspace",
  role: "administrate",
  orAdmin: true,
  summary: "Rename an API key, or limit the requests that it may send.",
  description:
    "What is not sent stays. A limit takes effect within 5 seconds. The workspace sets none that is higher than the installation's; the operator can, with the admin token instead of the workspace's: that number is the key's limit unless the workspace sets a lower one. Responses to requests of a key with a limit carry `RateLimit` and `RateLimit-Policy`.",
  rpc: WorkspaceService.method.updateApiKey,
  request: withRules(
    z.strictObject({
      apiKey: id(),
      apiKeyName: name().min(1).optional(),
      limits: z.strictObject({ requestsPerSecond }).optional().meta({ description: "Limits of the key." }),
    }),
    needsOneOf("apiKeyName", "limits"),
  ),
  message: "API key updated.",
  example: { request: { apiKey: exampleIds.apiKey, apiKeyName: "Shop, production", limits: { requestsPerSecond: 1_000 } }, response: null },
  toRpc: ({ apiKey, apiKeyName = "", limits }, { workspaceId, tokenId }) => ({
    workspaceId,
    apiKeyId: apiKey,
    apiKeyName,
    // The admin token has no id.
    byOperator: tokenId === "",
    ...(limits?.requestsPerSecond === undefined ? {} : { requestsPerSecond: limits.requestsPerSecond ?? 0 }),
  }),
});
