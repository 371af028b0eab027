import { type AddDomainsResponse, WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { batchOf } from "../fields.ts";
import { operation } from "../operation.ts";
import { domainEntry } from "./domain-entry.ts";

/** Operation 3 in both of its versions: identical but for the path. */
const addDomainsAt = (path: "/v1/workspace/domains/add" | "/v2/workspace/domains/add", domains: string[], domainsAdded: string[]) =>
  operation({
    path,
    // Made once for clients: the other version is the same.
    ...(path === "/v2/workspace/domains/add" ? { sdk: "domains.add" as const } : {}),
    auth: "apiKey",
    summary: "Add allowed domains.",
    description:
      "Domains are stored in lower case, without scheme, path, query and trailing dot, IDN as punycode; port, `www.` and one leading `*.` stay. " +
      "`localhost` and IP addresses are allowed. An entry that is no host refuses the request. When some domains exist already, the others are " +
      "added and the answer is an error with status INTERNAL whose `details` name both.",
    rpc: WorkspaceService.method.addDomains,
    request: z.strictObject({ domains: batchOf(domainEntry()) }),
    response: z.object({ domainsAdded: z.array(z.string()) }),
    message: "Domains added.",
    example: { request: { domains }, response: { domainsAdded } },
    toRpc: (data, { apiKeyId }) => ({ apiKeyId, domains: data.domains }),
    fromRpc: (answer) => ({ domainsAdded: answer.domainsAdded }),
    failWhen: skipped,
  });

// The specification answers INTERNAL here; 409 keeps clients and proxies from repeating it as a fault of the server (decisions, section 1).
function skipped({ domainsAdded, skippedDomains }: AddDomainsResponse) {
  if (skippedDomains.length === 0) return undefined;
  const message = `Existing domains were skipped: ${skippedDomains.slice(0, 10).join(", ")}${skippedDomains.length > 10 ? ", …" : ""}.`;
  return { status: 409, error: { status: "INTERNAL", message, details: { domainsAdded, skippedDomains } } };
}

export const addDomains = addDomainsAt(
  "/v2/workspace/domains/add",
  ["https://app.acme.example/login", "*.staging.acme.example"],
  ["app.acme.example", "*.staging.acme.example"],
);

export const addDomainsV1 = addDomainsAt("/v1/workspace/domains/add", ["https://admin.acme.example:8443"], ["admin.acme.example:8443"]);
