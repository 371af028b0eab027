import type { Database } from "@parley/database";
import { PollLoop, removeOld } from "@parley/messaging";
import type { Host } from "@parley/runtime";
import { workspacesToSeal } from "./audit-chains.store.ts";
import { markUnknown } from "./audit-records.store.ts";
import { deleteOldAuditRecords } from "./old-records.store.ts";
import { sealChain } from "./seal-chain.ts";

/** Woken when a request's outcome was recorded. */
export interface AuditSealer {
  wake(): void;
}

interface SealerOptions {
  /** How long a request may be in progress before its outcome counts as unknown. */
  readonly unknownAfterMs: number;
  readonly retentionMs: number;
}

const workspacesAtOnce = 100;
const recordsAtOnce = 1_000;
const restMs = 1_000;

/**
 * Maintains the audit log while the process runs: appends finished records to the chains, marks requests whose gateway has died as unknown,
 * and deletes old records. Any number of processes may do so.
 */
export function keepAuditLog(host: Host, database: Database, { unknownAfterMs, retentionMs }: SealerOptions): AuditSealer {
  const loop = new PollLoop(host.log, "Sealing the audit log", async () => {
    await markUnknown(database, unknownAfterMs, recordsAtOnce);
    const waiting = await workspacesToSeal(database, workspacesAtOnce);
    for (const workspaceId of waiting) await sealChain(database, workspaceId);
    return { ms: waiting.length < workspacesAtOnce ? restMs : 0, interruptible: true };
  });
  host.onStart(async () => loop.start());
  host.onStop(() => loop.stop());
  removeOld(host, "records of the audit log", Math.min(60_000, retentionMs), (limit) =>
    deleteOldAuditRecords(database, retentionMs, limit),
  );
  return loop;
}
