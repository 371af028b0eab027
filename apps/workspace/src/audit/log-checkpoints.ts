import type { Database, Db } from "@parley/database";
import { Failure } from "@parley/kernel";
import { PollLoop } from "@parley/messaging";
import type { Host, Logger } from "@parley/runtime";
import { type CheckpointRow, selectCheckpointsDue, setCheckpointLogged, setCheckpointTried } from "./checkpoints.store.ts";
import { type CheckpointSigner, signChain } from "./signed-chain.ts";

const atOnce = 100;

/**
 * Logs a signed checkpoint of each workspace whose audit log has grown, at most once in `everyMs`: the process's log is then a copy that
 * somebody with access to the database cannot change. The checkpoint is logged before that is recorded, so that none is lost with a
 * process. A log that was cut in the database is reported as an error instead, as often.
 */
export function logCheckpoints(host: Host, database: Database, signer: CheckpointSigner, everyMs: number): void {
  const loop = new PollLoop(host.log, "Logging checkpoints of the audit log", async () => {
    const tried = await database.transaction(async (tx) => {
      const due = await selectCheckpointsDue(tx, everyMs, atOnce);
      for (const row of due) await logCheckpoint(host.log, tx, row, signer);
      return due.length;
    });
    return { ms: tried < atOnce ? Math.min(everyMs, 60_000) : 0, interruptible: false };
  });
  host.onStart(async () => loop.start());
  host.onStop(() => loop.stop());
}

async function logCheckpoint(
  log: Logger,
  tx: Db,
  { workspaceId, ...row }: CheckpointRow & { readonly workspaceId: string },
  signer: CheckpointSigner,
): Promise<void> {
  const { sequence } = row;
  try {
    const checkpoint = await signChain(workspaceId, row, signer);
    log.info({ workspaceId, sequence, checkpoint }, "Checkpoint of the audit log.");
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log.error({ workspaceId, sequence, err: error }, "The audit log was changed in the database.");
    await setCheckpointTried(tx, workspaceId);
    return;
  }
  await setCheckpointLogged(tx, workspaceId, sequence);
}
