import type { Db } from "@parley/database";
import { apiKeySubject, type EraseAgain } from "@parley/erasure";
import { notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { erasures } from "../erasure/removals.ts";
import { selectWorkspaceOf } from "../ownership/ownership.store.ts";
import { takeApart } from "./api-keys.store.ts";

export const deleteApiKey =
  ({ database }: Context): Handler<"deleteApiKey"> =>
  async ({ workspaceId, apiKeyId }) =>
    database.transaction(async (tx) => {
      const started = await erasures.once(tx, apiKeyId, (jobId) => removeApiKey(tx, workspaceId, apiKeyId, jobId));
      if (started === undefined) throw notFound(`There is no API key ${shortened(apiKeyId)}.`);
      return started;
    });

/** Closes an API key and begins the erasure of all its data; returns undefined when the workspace has no such key. */
async function removeApiKey(tx: Db, workspaceId: string, apiKeyId: string, jobId?: string) {
  if (!(await takeApart(tx, workspaceId, apiKeyId))) return undefined;
  return erasures.start(tx, { apiKeyId, kind: "apiKey", scope: {}, subjects: [[apiKeySubject]], ...(jobId !== undefined && { jobId }) });
}

/** Closes a key again that was deleted after the backup from which these tables were restored. */
export const eraseAgain: EraseAgain = async (tx, { apiKeyId }) => {
  const workspaceId = await selectWorkspaceOf(tx, apiKeyId);
  if (workspaceId !== undefined) await removeApiKey(tx, workspaceId, apiKeyId);
};
