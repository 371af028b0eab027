import type { Database } from "@parley/database";
import { backoffMs } from "@parley/kernel";
import type { Worker } from "@parley/messaging";
import { forgetDeletedGroups, nextDeletedGroups } from "./deleted-groups.store.ts";
import { eraseMembers } from "./group-members.store.ts";

/** The kind of the work that follows a deletion of groups. */
export const deletedGroupsWork = "deleted-groups";

const membersPerChunk = 1_000;
const longestPauseMs = 60_000;

/** Deletes the members of deleted groups, chunk by chunk, until the API key has no more of them. */
export function deletedGroupsWorker(database: Database): Worker {
  return {
    kind: deletedGroupsWork,
    concurrency: 2,
    perKey: 1,
    handle: async (lease) => {
      for (let isDone = false; !isDone; ) {
        lease.signal.throwIfAborted();
        isDone = await database.transaction(async (tx) => {
          const deleted = await nextDeletedGroups(tx, lease.apiKeyId);
          if (deleted === undefined) {
            await lease.finish(tx);
            return true;
          }
          await eraseMembers(tx, lease.apiKeyId, deleted.groupRefs, membersPerChunk);
          await forgetDeletedGroups(tx, deleted);
          return false;
        });
      }
    },
    // Retried forever, because nothing else deletes the members.
    retryAfterMs: (attempts) => backoffMs(attempts, longestPauseMs, 1_000),
  };
}
