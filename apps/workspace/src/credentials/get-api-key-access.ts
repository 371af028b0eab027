import { notFound } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { selectApiKeyAccess } from "./credentials.store.ts";

export const getApiKeyAccess =
  ({ database }: Context): Handler<"getApiKeyAccess"> =>
  async ({ workspaceId, apiKeyId }) => {
    const access = await selectApiKeyAccess(database, workspaceId, apiKeyId);
    if (access === undefined) throw notFound(`There is no API key ${apiKeyId}.`);
    return access;
  };
