import { ConfigsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { batchOf } from "../fields.ts";
import { operation } from "../operation.ts";
import { domainEntry } from "./add-domains.ts";
import { skipped, skippedError } from "./skipped-domains.ts";

export const deleteDomains = operation({
  path: "/v2/workspace/domains/delete",
  sdk: "domains.delete",
  auth: "apiKey",
  role: "administrate",
  summary: "Remove allowed domains.",
  description:
    "Domains may be written as they were added. If some are unknown, the others are removed, and the response is an error with status INTERNAL whose `details` list both.",
  rpc: ConfigsService.method.deleteDomains,
  request: z.strictObject({
    domains: batchOf(domainEntry()).meta({ description: "Domains, with or without a scheme; one leading `*.` is allowed." }),
  }),
  response: z.object({ domainsRemoved: z.array(z.string()).meta({ description: "The domains that were removed." }) }),
  message: "Domains removed.",
  example: {
    request: { domains: ["app.acme.example"] },
    response: { domainsRemoved: ["app.acme.example"] },
  },
  toRpc: ({ domains }, { apiKeyId }) => ({ apiKeyId, domains }),
  fromRpc: ({ domainsDeleted }) => ({ domainsRemoved: domainsDeleted }),
  ownError: skippedError("Some domains were unknown and were skipped; the others were removed", {
    domainsRemoved: z.array(z.string()).meta({ description: "The domains that were removed." }),
  }),
  failWhen: ({ domainsDeleted, unknownDomains }) =>
    skipped("Unknown", unknownDomains, { domainsRemoved: domainsDeleted, skippedDomains: unknownDomains }),
});
