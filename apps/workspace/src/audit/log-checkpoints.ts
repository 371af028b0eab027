import { type SigningKey, signCheckpoint } from "@parley/audit";
import type { Database } from "@parley/database";
import { PollLoop } from "@parley/messaging";
import type { Host } from "@parley/runtime";
import { selectCheckpointsDue, setCheckpointLogged } from "./checkpoints.store.ts";

const atOnce = 100;

/**
 * Logs a signed checkpoint of each workspace whose audit log has grown, at most once in `everyMs`: the process's log is then a copy that
 * somebody with access to the database cannot change. The checkpoint is logged before that is recorded, so that none is lost with a
 * process.
 */
export function logCheckpoints(host: Host, database: Database, key: SigningKey, everyMs: number): void {
  const loop = new PollLoop(host.log, "Logging checkpoints of the audit log", async () => {
    const logged = await database.transaction(async (tx) => {
      const due = await selectCheckpointsDue(tx, everyMs, atOnce);
      for (const { workspaceId, sequence, hash, firstSequence, nowMs } of due) {
        const checkpoint = await signCheckpoint({ workspaceId, sequence, hash, firstSequence, at: nowMs }, key);
        host.log.info({ workspaceId, sequence, checkpoint }, "Checkpoint of the audit log.");
        await setCheckpointLogged(tx, workspaceId, sequence);
      }
      return due.length;
    });
    return { ms: logged < atOnce ? Math.min(everyMs, 60_000) : 0, interruptible: false };
  });
  host.onStart(async () => loop.start());
  host.onStop(() => loop.stop());
}
