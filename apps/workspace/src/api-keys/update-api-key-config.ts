import { notFound } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { updateApiKeyOptions } from "./api-keys.store.ts";

export const updateApiKeyConfig =
  ({ database }: Context): Handler<"updateApiKeyConfig"> =>
  async ({ apiKeyId, advancedQueriesEnabled = null, activityLogImmutable = null }) => {
    const config = await updateApiKeyOptions(database, { apiKeyId, advancedQueriesEnabled, activityLogImmutable });
    if (config === undefined) throw notFound(`There is no API key ${apiKeyId}.`);
    return { config };
  };
