import { apiKeySubject } from "@parley/erasure";
import { notFound } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { erasures } from "../erasure/owner.ts";
import { takeApart } from "./api-keys.store.ts";

export const deleteApiKey =
  ({ database }: Context): Handler<"deleteApiKey"> =>
  async ({ workspaceId, apiKeyId }) =>
    database.transaction(async (tx) => {
      if (!(await takeApart(tx, workspaceId, apiKeyId))) throw notFound(`There is no API key ${apiKeyId}.`);
      return erasures.start(tx, { apiKeyId, kind: "apiKey", scope: {}, subjects: [[apiKeySubject]] });
    });
