import { failedPrecondition, notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { refuseViolations } from "../settings/violations.ts";
import { normalizeDomains } from "./domain.ts";
import { insertDomains } from "./domains.store.ts";

export const addDomains =
  ({ database, maxDomains }: Context): Handler<"addDomains"> =>
  async (request) => {
    const { apiKeyId } = request;
    const { domains, violations } = normalizeDomains(request.domains, "domains");
    refuseViolations(violations);

    const result = await insertDomains(database, apiKeyId, domains, maxDomains);
    if (result === undefined) throw notFound(`There is no API key ${shortened(apiKeyId)}.`);
    if (result.held + domains.length > maxDomains) {
      throw failedPrecondition(`An API key can have ${maxDomains} domains; ${shortened(apiKeyId)} has ${result.held}.`, "too_many_domains");
    }

    const added = new Set(result.added);
    return { domainsAdded: domains.filter((domain) => added.has(domain)), skippedDomains: domains.filter((domain) => !added.has(domain)) };
  };
