import { notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { erasures } from "../erasure/owner.ts";
import { removeApiKey } from "./remove-api-key.ts";

export const deleteApiKey =
  ({ database }: Context): Handler<"deleteApiKey"> =>
  async ({ workspaceId, apiKeyId }) =>
    database.transaction(async (tx) => {
      const started = await erasures.once(tx, apiKeyId, (jobId) => removeApiKey(tx, workspaceId, apiKeyId, jobId));
      if (started === undefined) throw notFound(`There is no API key ${shortened(apiKeyId)}.`);
      return started;
    });
