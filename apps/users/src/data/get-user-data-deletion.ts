import { notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { erasures } from "../erasure/owner.ts";

export const getUserDataDeletion = ({ database }: Context): Handler<"getUserDataDeletion"> => {
  return async ({ apiKeyId, jobId }) => {
    const status = await erasures.status(database, apiKeyId, jobId);
    if (status === undefined) throw notFound(`There is no job ${shortened(jobId)}.`, "job_not_found");
    const { tasksLeft, lastTaskCompletedAtMs } = status;
    return { completed: tasksLeft === 0, tasksLeft, lastTaskCompletedAtMs: BigInt(lastTaskCompletedAtMs) };
  };
};
