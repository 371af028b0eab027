import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "@parley/database";
import type { Host } from "@parley/runtime";
import { deleteOldIdempotencyRecords } from "./idempotency-records.store.ts";

/** How long an answer is kept for its idempotency key (decisions, section 1). */
export const idempotencyRetentionMs = 24 * 60 * 60 * 1000;

const batchSize = 1_000;
const maxBatches = 100;

/** Removes old records while the process runs: every `intervalMs`, in small batches, so that no removal holds others up. */
export function removeOldIdempotencyRecords(host: Host, database: Database, intervalMs: number): void {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  host.onStart(async () => {
    running = removeUntil(stopping.signal, host, database, intervalMs);
  });
  host.onStop(async () => {
    stopping.abort();
    await running;
  });
}

async function removeUntil(signal: AbortSignal, host: Host, database: Database, intervalMs: number): Promise<void> {
  while (await passed(intervalMs, signal)) {
    try {
      await removeRound(signal, database);
    } catch (error) {
      host.log.warn({ err: error }, "Old idempotency records could not be removed; the next round tries again.");
    }
  }
}

async function removeRound(signal: AbortSignal, database: Database): Promise<void> {
  for (let batch = 0; batch < maxBatches && !signal.aborted; batch++) {
    const removed = await deleteOldIdempotencyRecords(database, idempotencyRetentionMs, batchSize);
    if (removed < batchSize) return;
  }
}

/** Whether the time has passed; false when the signal came first. */
async function passed(ms: number, signal: AbortSignal): Promise<boolean> {
  return delay(ms, true, { signal, ref: false }).catch(() => false);
}
