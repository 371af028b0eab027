import { notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { limitsMessage } from "../settings/key-limits.ts";
import { selectPortalOrigin } from "../webhooks/portal-links.store.ts";
import { selectApiKeyAccess } from "./credentials.store.ts";
import { allRights, rightsMessage } from "./token-rights.ts";

export const getApiKeyAccess =
  ({ database }: Context): Handler<"getApiKeyAccess"> =>
  async ({ workspaceId, apiKeyId, portalLink }) => {
    if (portalLink === undefined) {
      const access = await selectApiKeyAccess(database, workspaceId, apiKeyId);
      if (access === undefined) throw notFound(`There is no API key ${shortened(apiKeyId)}.`);
      const { advancedQueriesEnabled, disabled } = access;
      return { advancedQueriesEnabled, disabled, limits: limitsMessage(access) };
    }
    const origin = await selectPortalOrigin(database, workspaceId, apiKeyId, portalLink.tokenId);
    if (origin === undefined) throw notFound(`There is no API key ${shortened(apiKeyId)}.`);
    const { portalEpoch, hasToken, advancedQueriesEnabled, disabled } = origin;
    if (portalEpoch !== portalLink.epoch) throw notFound("All links made at that time have been revoked.");
    if (portalLink.tokenId !== "" && !hasToken) throw notFound("The token that made the link has been revoked.");
    const { tokenRole, organizationIds, resources } = origin;
    const rights = tokenRole === null ? allRights : { tokenRole, organizationIds, resources };
    return { advancedQueriesEnabled, disabled, rights: rightsMessage(rights), limits: limitsMessage(origin) };
  };
