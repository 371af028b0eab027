import { notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { raisePortalEpoch } from "./portal-links.store.ts";

export const revokeWebhookPortals =
  ({ database }: Context): Handler<"revokeWebhookPortals"> =>
  async ({ workspaceId, apiKeyId }) => {
    if (!(await raisePortalEpoch(database, workspaceId, apiKeyId))) throw notFound(`There is no API key ${shortened(apiKeyId)}.`);
    return {};
  };
