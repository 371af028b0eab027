import { notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { apiKeyConfigMessage } from "./api-key-config-message.ts";
import { selectApiKeyOptions } from "./api-key-options.store.ts";

export const getApiKeyConfig =
  ({ database, searchIndexes }: Context): Handler<"getApiKeyConfig"> =>
  async ({ apiKeyId, withSearchIndex }) => {
    const options = await selectApiKeyOptions(database, apiKeyId);
    if (options === undefined) throw notFound(`There is no API key ${shortened(apiKeyId)}.`);
    const searchIndex = withSearchIndex ? await searchIndexes.of(apiKeyId) : undefined;
    return {
      config: apiKeyConfigMessage(options),
      hasNotifiedOfComments: options.hasNotifiedOfComments,
      ...(searchIndex === undefined ? {} : { searchIndex }),
    };
  };
