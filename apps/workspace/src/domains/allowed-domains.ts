import { failedPrecondition, notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { refuseViolations } from "../settings/violations.ts";
import { normalizeDomains } from "./domain.ts";
import { deleteDomains as deleteDomainRows, insertDomains, selectDomains } from "./domains.store.ts";

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

export const listDomains =
  ({ database }: Context): Handler<"listDomains"> =>
  async ({ apiKeyId }) => ({ domains: await selectDomains(database, apiKeyId) });

export const deleteDomains =
  ({ database }: Context): Handler<"deleteDomains"> =>
  async (request) => {
    const { domains, violations } = normalizeDomains(request.domains, "domains");
    refuseViolations(violations);

    const deleted = new Set(await deleteDomainRows(database, request.apiKeyId, domains));

    return {
      domainsDeleted: domains.filter((domain) => deleted.has(domain)),
      unknownDomains: domains.filter((domain) => !deleted.has(domain)),
    };
  };
