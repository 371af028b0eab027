import { notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { refuseViolations } from "../settings/violations.ts";
import { updateApiKeyOptions } from "./api-key-options.store.ts";
import { linkTemplateViolations } from "./link-template.ts";

export const updateApiKeyConfig =
  ({ database }: Context): Handler<"updateApiKeyConfig"> =>
  async ({ apiKeyId, advancedQueriesEnabled = null, activityLogImmutable = null, linkTemplate = null, notifyOfComments = null }) => {
    refuseViolations(linkTemplateViolations(linkTemplate ?? ""));
    const changes = { apiKeyId, advancedQueriesEnabled, activityLogImmutable, linkTemplate, notifyOfComments };
    const config = await updateApiKeyOptions(database, changes);
    if (config === undefined) throw notFound(`There is no API key ${shortened(apiKeyId)}.`);
    return { config };
  };
