import { type SealingKey, webhookPortalFrame } from "@parley/kernel";
import type { FastifyInstance } from "fastify";
import { Refusal } from "../errors/error-answer.ts";
import type { PortalCredentials } from "./portal-credentials.ts";
import { isFromOwnPage } from "./session/session-cookie.ts";

// What a content policy can name; an allowed domain may be an IPv6 address as well.
const policySource = /^(\*\.)?[a-z0-9._-]+(:\d{1,5})?$/;

export const portalPaths = { "/console/portal": "POST" } as const;

/** On whose pages the link may be framed, as `frame-ancestors` says it. */
export function frameAncestors(keys: readonly [SealingKey, ...SealingKey[]], path: string): string {
  const domains = webhookPortalFrame.open(keys, path)?.domains ?? [];
  const sources = domains.filter((domain) => policySource.test(domain));
  return sources.length === 0 ? "'none'" : sources.join(" ");
}

/** Where the pages of a link learn what it opens. */
export function addPortal(server: FastifyInstance, { portal, headerPrefix }: { portal: PortalCredentials; headerPrefix: string }): void {
  server.post("/console/portal", async ({ headers }, reply) => {
    if (!isFromOwnPage(headers)) throw new Refusal("PERMISSION_DENIED", "A link is opened by its own pages only.");
    const { apiKeyId, readOnly, expiresAtMs } = portal.opened(headers);
    reply.header("cache-control", "no-store");
    const session = { workspaceId: "", role: readOnly ? "read" : "administrate", person: "", expiresAt: expiresAtMs };
    return { headerPrefix, apiKey: apiKeyId, session };
  });
}
