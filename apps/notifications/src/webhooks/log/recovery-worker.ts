import type { Database } from "@parley/database";
import { backoffMs } from "@parley/kernel";
import type { Lease, NewWork, Worker } from "@parley/messaging";
import { completeRecovery, type RecoveryRow } from "./webhook-recoveries.store.ts";
import { recoverChunk } from "./webhook-requeue.store.ts";

const kind = "webhook-recovery";
const chunkRows = 500;
const problems = ["failed", "held"] as const;
const longestRetryMs = 60_000;

/** The progress of a recovery: one kind of problem after another, each from its oldest delivery on. */
interface Progress {
  readonly recoveryId: string;
  readonly fromMs: number;
  readonly toMs: number;
  /** The endpoint whose deliveries are recovered; absent or empty for all. */
  readonly target?: string;
  readonly problem: number;
  readonly afterMs: number;
  readonly afterId: number;
}

export const recoveryWork = {
  kind,
  begin: (apiKeyId: string, { recoveryId, fromMs, toMs, target }: RecoveryRow): NewWork => ({
    apiKeyId,
    payload: JSON.stringify({ recoveryId, fromMs, toMs, target, problem: 0, afterMs: -1, afterId: 0 } satisfies Progress),
  }),
};

/**
 * Queues failed or held deliveries again, each chunk in one transaction with its count; a process that takes over continues after the last
 * chunk.
 */
export function recoveryWorker(database: Database, onDeliveries: () => void): Worker {
  return {
    kind,
    concurrency: 4,
    handle: async (lease) => {
      let progress: Progress | undefined = JSON.parse(lease.payload) as Progress;
      while (progress !== undefined) {
        lease.signal.throwIfAborted();
        progress = await recoverNext(database, lease, progress);
        onDeliveries();
      }
    },
    retryAfterMs: (attempts) => backoffMs(attempts, longestRetryMs, 1_000),
  };
}

function recoverNext(database: Database, lease: Lease, progress: Progress): Promise<Progress | undefined> {
  return database.transaction(async (tx) => {
    const { problem, target = "", ...rest } = progress;
    const { rows, afterMs, afterId } = await recoverChunk(tx, {
      ...rest,
      target,
      apiKeyId: lease.apiKeyId,
      problem: problems[problem] ?? "",
      limit: chunkRows,
    });
    const next = rows === chunkRows ? { ...progress, afterMs, afterId } : { ...progress, problem: problem + 1, afterMs: -1, afterId: 0 };
    if (next.problem < problems.length) {
      await lease.save(tx, JSON.stringify(next));
      return next;
    }
    await completeRecovery(tx, lease.apiKeyId, progress.recoveryId);
    await lease.finish(tx);
    return undefined;
  });
}
