import { ConfigsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { batchOf } from "../fields.ts";
import { operation } from "../operation.ts";
import { described } from "../texts.ts";
import { skipped, skippedError } from "./skipped-domains.ts";

/** A domain as customers write it, with or without scheme and path; the workspace service validates it. */
export const domainEntry = () => z.string().min(1).max(2_000);

export const addDomains = operation({
  path: "/v2/workspace/domains/add",
  sdk: "domains.add",
  auth: "apiKey",
  role: "administrate",
  summary: "Add allowed domains.",
  description: described(
    "Adds domains on which the API key may be used. If some exist already, the others are added, and the response is an error with status INTERNAL whose `details` list both.",
    "Domains are stored in lower case, without scheme, path, query and trailing dot, and IDN as punycode. The port, `www.` and one leading `*.` stay.",
    "`localhost` and IP addresses are allowed. If an entry is not a host, the whole request is refused.",
  ),
  rpc: ConfigsService.method.addDomains,
  request: z.strictObject({
    domains: batchOf(domainEntry()).meta({ description: "Domains, with or without a scheme; one leading `*.` is allowed." }),
  }),
  response: z.object({ domainsAdded: z.array(z.string()).meta({ description: "The domains that were added, in their stored form." }) }),
  message: "Domains added.",
  example: {
    request: { domains: ["https://app.acme.example/login", "*.staging.acme.example"] },
    response: { domainsAdded: ["app.acme.example", "*.staging.acme.example"] },
  },
  toRpc: ({ domains }, { apiKeyId }) => ({ apiKeyId, domains }),
  fromRpc: ({ domainsAdded }) => ({ domainsAdded }),
  ownError: skippedError("Some domains existed already and were skipped; the others were added", {
    domainsAdded: z.array(z.string()).meta({ description: "The domains that were added, in their stored form." }),
  }),
  failWhen: ({ domainsAdded, skippedDomains }) => skipped("Existing", skippedDomains, { domainsAdded, skippedDomains }),
});
