import type { Context, Handler } from "../context.ts";
import { refuseViolations } from "../settings/violations.ts";
import { normalizeDomains } from "./domain.ts";
import { deleteDomains as deleteDomainRows } from "./domains.store.ts";

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
