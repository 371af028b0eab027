import type { Db } from "@parley/database";
import { remainingMs } from "@parley/kernel";
import { deletionResults } from "@parley/rpc";
import type { Context, Handler } from "../context.ts";
import {
  deleteReadMarks,
  deleteRecipients,
  deleteNotifications as deleteStored,
  finishRemoval,
  type Removal,
  selectRemovals,
} from "./rows/removals.store.ts";

export const deleteNotifications = ({ database, onSweepFailure }: Context): Handler<"deleteNotifications"> => {
  return async ({ apiKeyId, organizationId, notificationIds }) => {
    const ids = [...new Set(notificationIds)];
    const deleted = await deleteStored(database, apiKeyId, organizationId, ids);
    // They are deleted, whatever becomes of the remaining rows.
    if (deleted.size > 0) await sweepRemovals(database, apiKeyId).catch(onSweepFailure);
    return {
      results: deletionResults(
        ids,
        deleted,
        "The notification was deleted.",
        (id) => `The notification ${id} does not exist in the organization ${organizationId}.`,
      ),
    };
  };
};

const maxSweepMs = 3_000;
const chunk = 1_000;
const batch = 100;

/**
 * Deletes the remaining rows of an API key's deleted notifications, in chunks, for a few seconds at most: with a million readers it would
 * hold the request too long. What is not done stays recorded for the next time, and nobody sees it.
 */
async function sweepRemovals(db: Db, apiKeyId: string): Promise<void> {
  const untilMs = performance.now() + Math.min(maxSweepMs, remainingMs(maxSweepMs) / 2);
  for (;;) {
    const removals = await selectRemovals(db, apiKeyId, batch);
    for (const removal of removals) if (!(await sweep(db, removal, untilMs))) return;
    if (removals.length < batch) return;
  }
}

/** Returns whether there is time for another. */
async function sweep(db: Db, removal: Removal, untilMs: number): Promise<boolean> {
  await deleteRecipients(db, removal);
  for (;;) {
    const deleted = await deleteReadMarks(db, removal, chunk);
    if (deleted < chunk) break;
    if (performance.now() > untilMs) return false;
  }
  await finishRemoval(db, removal);
  return performance.now() <= untilMs;
}
