import { Failure, notFound, shortened } from "@parley/kernel";
import { quotaReached } from "@parley/runtime";
import type { Context, Handler } from "../context.ts";
import { lockWorkspace } from "../credentials/workspace-tokens.store.ts";
import { selectWorkspace } from "../ownership/ownership.store.ts";
import { hasApiKeys } from "./api-keys.store.ts";
import { checkNewApiKey } from "./check-new-api-key.ts";
import { sealApiKey, storeApiKey } from "./store-api-key.ts";

export const createApiKey =
  (context: Context): Handler<"createApiKey"> =>
  async (request) => {
    const { database, sealer, makeToken, maxApiKeys } = context;
    const { workspaceId } = request;
    const plan = checkNewApiKey(request, context);
    if ((await selectWorkspace(database, workspaceId)) === undefined) throw notFound(`There is no workspace ${shortened(workspaceId)}.`);
    const apiKey = await sealApiKey(plan, { workspaceId, makeToken, seal: (place, secret) => sealer.seal(workspaceId, place, secret) });

    await database.transaction(async (tx) => {
      // The lock allows one creation at a time, so that the keys can be counted.
      await lockWorkspace(tx, workspaceId);
      if (await hasApiKeys(tx, workspaceId, maxApiKeys)) {
        const message = `The API key quota of this workspace (${maxApiKeys}) is reached.`;
        throw new Failure("resource_exhausted", message, { reason: quotaReached });
      }
      await storeApiKey(tx, apiKey);
    });

    return { apiKeyId: apiKey.row.apiKeyId, authToken: apiKey.token?.token ?? "" };
  };
