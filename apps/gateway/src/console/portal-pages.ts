import { type SealingKey, webhookPortalFrame } from "@parley/kernel";
import type { FastifyInstance } from "fastify";
import { Refusal } from "../errors/error-answer.ts";
import type { PortalCredentials } from "./portal-credentials.ts";
import { isFromOwnPage } from "./session/session-cookie.ts";

// Domains that a content policy can name; an allowed domain may also be an IPv6 address.
const policySource = /^(\*\.)?[a-z0-9._-]+(:\d{1,5})?$/;

export const portalPaths = { "/console/portal": "POST" } as const;

/** The pages that may frame the link, for `frame-ancestors`. */
export function frameAncestors(keys: readonly [SealingKey, ...SealingKey[]], path: string): string {
  const domains = webhookPortalFrame.open(keys, path)?.domains ?? [];
  const sources = domains.filter((domain) => policySource.test(domain));
  return sources.length === 0 ? "'none'" : sources.join(" ");
}

/** The route at which the pages of a link load its content. */
export function addPortal(server: FastifyInstance, { portal, headerPrefix }: { portal: PortalCredentials; headerPrefix: string }): void {
  server.post("/console/portal", async ({ headers }, reply) => {
    if (!isFromOwnPage(headers)) throw new Refusal("PERMISSION_DENIED", "A link is opened by its own pages only.");
    const { apiKeyId, readOnly, expiresAtMs } = portal.opened(headers);
    reply.header("cache-control", "no-store");
    const session = { workspaceId: "", role: readOnly ? "read" : "administrate", person: "", expiresAt: expiresAtMs };
    return { headerPrefix, apiKey: apiKeyId, session };
  });
}
