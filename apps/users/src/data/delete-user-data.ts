import type { Db } from "@parley/database";
import { deterministicId, invalid, notFound, shortened } from "@parley/kernel";
import { admitTogether } from "@parley/runtime";
import type { Context, Handler } from "../context.ts";
import { beginRemoval, erasures } from "../erasure/owner.ts";
import { holdRemovalRequests } from "../members/requested-removals.store.ts";
import { endTokens } from "./end-tokens.ts";

// The ids travel in one event.
const maxIdBytes = 900_000;

export const deleteUserData = (context: Context): Handler<"deleteUserData"> => {
  const { database, limits } = context;
  return async (request) => {
    const { apiKeyId } = request;
    const userIds = [...new Set(request.userIds)];
    const organizationIds = [...new Set(request.organizationIds)];
    if (bytesOf([...userIds, ...organizationIds]) > maxIdBytes) {
      throw invalid("user_ids", `The ids may have at most ${maxIdBytes} bytes in total: name fewer users at a time.`);
    }
    const demand = { quota: limits.removals, wanted: 1, addedBy: () => 1 };
    const jobId = deterministicId("job");
    return admitTogether(apiKeyId, [demand], async () => {
      // A repeat of the request must not end tokens that were made since.
      const isBegun = (await erasures.status(database, apiKeyId, jobId)) !== undefined;
      const aheadMs = isBegun ? 0 : await endTokens(context, apiKeyId, userIds);
      const begin = async (tx: Db) => {
        await holdRemovalRequests(tx, apiKeyId);
        const requestedAtMs = (await erasures.jobs.now(tx)) + aheadMs;
        return beginRemoval(tx, { apiKeyId, requestedAtMs, scope: { userIds, organizationIds, aheadMs }, jobId });
      };
      return database.transaction((tx) => erasures.once(tx, apiKeyId, () => begin(tx), jobId));
    });
  };
};

function bytesOf(ids: readonly string[]): number {
  return ids.reduce((bytes, id) => bytes + Buffer.byteLength(id), 0);
}

export const getUserDataDeletion = ({ database }: Context): Handler<"getUserDataDeletion"> => {
  return async ({ apiKeyId, jobId }) => {
    const status = await erasures.status(database, apiKeyId, jobId);
    if (status === undefined) throw notFound(`There is no job ${shortened(jobId)}.`, "job_not_found");
    const { tasksLeft, lastTaskCompletedAtMs } = status;
    return { completed: tasksLeft === 0, tasksLeft, lastTaskCompletedAtMs: BigInt(lastTaskCompletedAtMs) };
  };
};
