import { atStart, type Database, type DatabaseConfig } from "@parley/database";
import { backoffMs } from "@parley/kernel";
import type { Worker } from "@parley/messaging";
import type { Host } from "@parley/runtime";
import { messages } from "../messages.ts";
import { forgetDeletedGroups, keysWithDeletedGroups, nextDeletedGroups } from "./deleted-groups.store.ts";
import { eraseMembers } from "./group-members.store.ts";

/** The kind of the work that follows a deletion of groups. */
export const deletedGroupsWork = "deleted-groups";

const membersPerChunk = 1_000;
const mostKeys = 10_000;
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

/** Queues work at the start for recorded deletions that have none. */
export function takeUpDeletedGroups(host: Host, config: Pick<DatabaseConfig, "databaseStartTimeoutMs">, database: Database): void {
  const takeUp = async () => {
    const keys = await keysWithDeletedGroups(database, mostKeys);
    const work = keys.map((apiKeyId) => ({ apiKeyId, payload: "", dedupeKey: "left-over" }));
    await messages.addWork(database, deletedGroupsWork, work);
  };
  host.onStart(() => atStart(host, config, takeUp));
}
