import { invalid } from "@parley/kernel";
import { admitTogether } from "@parley/runtime";
import type { Context, Handler } from "../context.ts";
import { holdRemovalRequests } from "../members/requested-removals.store.ts";
import { beginRemoval, erasures } from "./owner.ts";

// The ids travel in one event.
const maxIdBytes = 900_000;

export const deleteUserData = ({ database, limits }: Context): Handler<"deleteUserData"> => {
  return async (request) => {
    const { apiKeyId } = request;
    const [userIds, organizationIds] = [[...new Set(request.userIds)], [...new Set(request.organizationIds)]];
    if (bytesOf([...userIds, ...organizationIds]) > maxIdBytes) {
      throw invalid("user_ids", `The ids may have at most ${maxIdBytes} bytes in total: name fewer users at a time.`);
    }
    const demand = { quota: limits.removals, wanted: 1, addedBy: () => 1 };
    return admitTogether(apiKeyId, [demand], () =>
      database.transaction((tx) =>
        erasures.once(tx, apiKeyId, async (jobId) => {
          await holdRemovalRequests(tx, apiKeyId);
          const requestedAtMs = await erasures.jobs.now(tx);
          return beginRemoval(tx, { apiKeyId, requestedAtMs, scope: { userIds, organizationIds }, jobId });
        }),
      ),
    );
  };
};

function bytesOf(ids: readonly string[]): number {
  return ids.reduce((bytes, id) => bytes + Buffer.byteLength(id), 0);
}
