import { invalid, notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { type ChangeableApiKey, changeApiKey, selectApiKeyForUpdate } from "./changed-api-keys.store.ts";

export const updateApiKey =
  ({ database, maxRequestsPerSecond: ofEveryKey }: Context): Handler<"updateApiKey"> =>
  async ({ workspaceId, apiKeyId, apiKeyName, requestsPerSecond, byOperator }) =>
    database.transaction(async (tx) => {
      const found = await selectApiKeyForUpdate(tx, workspaceId, apiKeyId);
      if (found === undefined) throw notFound(`There is no API key ${shortened(apiKeyId)}.`);
      const named = apiKeyName === "" ? found : { ...found, apiKeyName };
      const limited = requestsPerSecond === undefined ? named : withLimit(named, requestsPerSecond, byOperator, ofEveryKey);
      await changeApiKey(tx, workspaceId, apiKeyId, limited);
      return {};
    });

function withLimit(found: ChangeableApiKey, perSecond: number, byOperator: boolean, ofEveryKey: number): ChangeableApiKey {
  const limit = perSecond === 0 ? null : perSecond;
  if (byOperator) return { ...found, maxRequestsPerSecond: limit };
  const most = found.maxRequestsPerSecond ?? ofEveryKey;
  if (most > 0 && perSecond > most) {
    const message = `limits.requestsPerSecond must be at most ${most}: only the operator of this installation lets an API key send more.`;
    throw invalid("limits.requestsPerSecond", message);
  }
  return { ...found, requestsPerSecond: limit };
}
