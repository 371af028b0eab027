import type { Database } from "@parley/database";
import { backoffMs } from "@parley/kernel";
import type { NewWork, Worker } from "@parley/messaging";
import { sweepRemovals } from "./sweep-removals.ts";

const kind = "notification-sweep";
const longestRetryMs = 60_000;

export const sweepWork = {
  kind,
  begin: (apiKeyId: string): NewWork => ({ apiKeyId, payload: "" }),
};

/** Deletes the remaining rows of entries that were deleted with their comments, and of old notifications, a few seconds at a time. */
export function sweepWorker(database: Database): Worker {
  return {
    kind,
    concurrency: 2,
    perKey: 1,
    handle: async ({ apiKeyId, signal }) => {
      while (!(await sweepRemovals(database, apiKeyId))) signal.throwIfAborted();
    },
    retryAfterMs: (attempts) => backoffMs(attempts, longestRetryMs, 1_000),
  };
}
