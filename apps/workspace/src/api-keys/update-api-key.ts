import { notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { renameApiKey } from "./api-keys.store.ts";

export const updateApiKey =
  ({ database }: Context): Handler<"updateApiKey"> =>
  async ({ workspaceId, apiKeyId, apiKeyName }) => {
    const renamed = await renameApiKey(database, workspaceId, apiKeyId, apiKeyName);
    if (!renamed) throw notFound(`There is no API key ${shortened(apiKeyId)}.`);
    return {};
  };
