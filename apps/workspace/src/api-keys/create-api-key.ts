import { notFound } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { selectWorkspace } from "../ownership/ownership.store.ts";
import { checkNewApiKey } from "./check-new-api-key.ts";
import { sealApiKey, storeApiKey } from "./store-api-key.ts";

export const createApiKey =
  (context: Context): Handler<"createApiKey"> =>
  async (request) => {
    const { database, sealer } = context;
    const { workspaceId } = request;
    const plan = checkNewApiKey(request, context);
    if ((await selectWorkspace(database, workspaceId)) === undefined) throw notFound(`There is no workspace ${workspaceId}.`);
    const apiKey = await sealApiKey(plan, workspaceId, (place, secret) => sealer.seal(workspaceId, place, secret));

    await database.transaction((tx) => storeApiKey(tx, apiKey));

    return { apiKeyId: apiKey.row.apiKeyId };
  };
