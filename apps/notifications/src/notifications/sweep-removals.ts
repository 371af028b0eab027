import type { Db } from "@parley/database";
import { remainingMs } from "@parley/kernel";
import { deleteReadMarks, deleteRecipients, finishRemoval, type Removal, selectRemovals } from "./rows/removals.store.ts";

const maxSweepMs = 3_000;
const chunk = 1_000;
const batch = 100;

/**
 * Deletes the remaining rows of an API key's deleted notifications, in chunks, for a few seconds at most: with a million readers it would
 * hold the request too long. The rest stays recorded for the next time, and nobody sees it. Returns whether everything is done.
 */
export async function sweepRemovals(db: Db, apiKeyId: string): Promise<boolean> {
  const untilMs = performance.now() + Math.min(maxSweepMs, remainingMs(maxSweepMs) / 2);
  for (;;) {
    const removals = await selectRemovals(db, apiKeyId, batch);
    for (const removal of removals) if (!(await sweep(db, removal, untilMs))) return false;
    if (removals.length < batch) return true;
  }
}

/** Deletes the remaining rows of a notification. Returns false if the time was over before all were deleted. */
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
