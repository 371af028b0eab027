import { Failure, type SealingKey, webhookPortalFrame } from "@parley/kernel";
import type { HttpRoute } from "../http/http-route.ts";
import type { PortalCredentials } from "./portal-credentials.ts";
import { isFromOwnPage } from "./session/session-cookie.ts";

// The domains that a content security policy can name. An allowed domain may also be an IPv6 address, which the policy cannot name.
const policySource = /^(\*\.)?[a-z0-9._-]+(:\d{1,5})?$/;

/** The pages that may frame the portal, for `frame-ancestors`. */
export function frameAncestors(keys: readonly SealingKey[], path: string): string {
  const domains = webhookPortalFrame.open(keys, path)?.domains ?? [];
  const sources = domains.filter((domain) => policySource.test(domain));
  return sources.length === 0 ? "'none'" : sources.join(" ");
}

/** The route from which the portal's pages load the content of their link. */
export function portalRoute({ portal, headerPrefix }: { portal: PortalCredentials; headerPrefix: string }): HttpRoute {
  return {
    method: "POST",
    path: "/console/portal",
    openTo: "portalLinks",
    bodyBytes: 0,
    handle: async ({ headers }, reply) => {
      if (!isFromOwnPage(headers)) throw new Failure("permission_denied", "A link can be opened only by the console's own pages.");
      const { apiKeyId, role, expiresAtMs } = await portal.shown(headers);
      const session = { workspaceId: "", role, person: "", expiresAt: expiresAtMs };
      reply.header("cache-control", "no-store");
      return { headerPrefix, apiKey: apiKeyId, session };
    },
  };
}
