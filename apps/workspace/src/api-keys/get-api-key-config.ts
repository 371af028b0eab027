import { notFound } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { selectApiKeyOptions } from "./api-keys.store.ts";

export const getApiKeyConfig =
  ({ database }: Context): Handler<"getApiKeyConfig"> =>
  async ({ apiKeyId }) => {
    const config = await selectApiKeyOptions(database, apiKeyId);
    if (config === undefined) throw notFound(`There is no API key ${apiKeyId}.`);
    return { config };
  };
