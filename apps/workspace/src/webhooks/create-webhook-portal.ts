import { Failure, failedPrecondition, notFound, shortened, webhookPortalFrame, webhookPortalSecret } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { selectDomains } from "../domains/domains.store.ts";
import { raisePortalEpoch, selectPortalOrigin } from "./portal-links.store.ts";

// The domains are sent in a header of the page.
const maxDomains = 50;

export const createWebhookPortal =
  (context: Context): Handler<"createWebhookPortal"> =>
  async ({ apiKeyId, workspaceId, readOnly, lifetimeMs, domains, standalone, tokenId }) => {
    const { database, portalKeys, publicUrl } = context;
    const origin = await selectPortalOrigin(database, workspaceId, apiKeyId, tokenId);
    if (origin === undefined) throw notFound(`There is no API key ${shortened(apiKeyId)}.`);
    if (tokenId !== "" && !origin.hasToken)
      throw failedPrecondition("The token of this request has been revoked; use another one.", "token_revoked");
    const framing = standalone ? [] : framingDomains(await selectDomains(database, apiKeyId), domains);
    const expiresAtMs = Math.min(Date.now() + lifetimeMs, origin.tokenExpiresAtMs ?? Number.POSITIVE_INFINITY);
    const opens = { workspaceId, apiKeyId, readOnly, tokenId, epoch: origin.portalEpoch };
    const frame = webhookPortalFrame.seal(portalKeys, { domains: framing, expiresAtMs });
    const secret = webhookPortalSecret.seal(portalKeys, { ...opens, expiresAtMs });
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

export const revokeWebhookPortals =
  ({ database }: Context): Handler<"revokeWebhookPortals"> =>
  async ({ workspaceId, apiKeyId }) => {
    if (!(await raisePortalEpoch(database, workspaceId, apiKeyId))) throw notFound(`There is no API key ${shortened(apiKeyId)}.`);
    return {};
  };
