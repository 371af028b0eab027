import { ConfigsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { operation } from "../operation.ts";

export const getDomains = operation({
  path: "/v2/workspace/domains/get",
  sdk: "domains.list",
  auth: "apiKey",
  role: "read",
  summary: "List the allowed domains.",
  description: "Returns domains in byte order.",
  rpc: ConfigsService.method.listDomains,
  request: z.strictObject({}),
  response: z.object({ allowedDomains: z.array(z.string()).meta({ description: "The domains on which the API key may be used." }) }),
  message: "Domains retrieved.",
  example: { request: {}, response: { allowedDomains: ["*.staging.acme.example", "app.acme.example"] } },
  toRpc: (_, { apiKeyId }) => ({ apiKeyId }),
  fromRpc: ({ domains }) => ({ allowedDomains: domains }),
});
