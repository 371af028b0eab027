import { Failure, notFound, webhookPortalFrame, webhookPortalSecret } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { selectApiKeyAccess } from "../credentials/credentials.store.ts";
import { selectDomains } from "../domains/domains.store.ts";

// They are sent in a header of the page.
const maxDomains = 50;

export const createWebhookPortal =
  (context: Context): Handler<"createWebhookPortal"> =>
  async ({ apiKeyId, workspaceId, readOnly, lifetimeMs, domains, standalone }) => {
    const { database, sealingKeys, publicUrl } = context;
    if ((await selectApiKeyAccess(database, workspaceId, apiKeyId)) === undefined) throw notFound(`There is no API key ${apiKeyId}.`);
    const framing = standalone ? [] : framingDomains(await selectDomains(database, apiKeyId), domains);
    const expiresAtMs = Date.now() + lifetimeMs;
    const frame = webhookPortalFrame.seal(sealingKeys, { domains: framing, expiresAtMs });
    const secret = webhookPortalSecret.seal(sealingKeys, { workspaceId, apiKeyId, readOnly, expiresAtMs });
    const path = `/console/portal/${frame}#${secret}`;
    return { path, url: publicUrl === undefined ? "" : `${publicUrl}${path}`, expiresAtMs: BigInt(expiresAtMs) };
  };

function framingDomains(allowed: readonly string[], named: readonly string[]): readonly string[] {
  if (named.length > 0) {
    const strange = named.find((domain) => !allowed.includes(domain));
    if (strange === undefined) return named;
    throw new Failure("failed_precondition", `${strange.slice(0, 100)} is not one of the allowed domains of this API key.`);
  }
  if (allowed.length <= maxDomains) return allowed;
  throw new Failure(
    "failed_precondition",
    `The API key has ${allowed.length} allowed domains: name up to ${maxDomains} of them in domains.`,
  );
}
