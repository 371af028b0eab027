import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { batchOf } from "../fields.ts";
import { operation } from "../operation.ts";
import { domainEntry } from "./domain-entry.ts";

export const deleteDomains = operation({
  path: "/v2/workspace/domains/delete",
  sdk: "domains.delete",
  auth: "apiKey",
  summary: "Remove allowed domains.",
  description: "Domains may be written as they were added. Those that are not there are named in `unknownDomains`; the others are removed.",
  rpc: WorkspaceService.method.deleteDomains,
  request: z.strictObject({ domains: batchOf(domainEntry()) }),
  response: z.object({ domainsDeleted: z.array(z.string()), unknownDomains: z.array(z.string()) }),
  message: "Domains deleted.",
  example: {
    request: { domains: ["app.acme.example", "never.acme.example"] },
    response: { domainsDeleted: ["app.acme.example"], unknownDomains: ["never.acme.example"] },
  },
  toRpc: ({ domains }, { apiKeyId }) => ({ apiKeyId, domains }),
  fromRpc: ({ domainsDeleted, unknownDomains }) => ({ domainsDeleted, unknownDomains }),
});
