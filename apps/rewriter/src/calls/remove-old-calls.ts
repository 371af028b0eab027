import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "@parley/database";
import type { Host } from "@parley/runtime";
import { deleteOldCalls } from "./calls.store.ts";

const dayMs = 24 * 60 * 60 * 1000;
const batchSize = 1_000;
const maxBatches = 100;

interface RemovalOptions {
  readonly retentionDays: number;
  readonly intervalMs: number;
}

/** Removes old records of calls while the process runs, in small batches, so that no removal holds others up. */
export function removeOldCalls(host: Host, database: Database, { retentionDays, intervalMs }: RemovalOptions): void {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  host.onStart(async () => {
    running = removeUntil(stopping.signal, host, database, retentionDays * dayMs, intervalMs);
  });
  host.onStop(async () => {
    stopping.abort();
    await running;
  });
}

async function removeUntil(signal: AbortSignal, host: Host, database: Database, retentionMs: number, intervalMs: number): Promise<void> {
  while (await passed(intervalMs, signal)) {
    try {
      await removeRound(signal, database, Date.now() - retentionMs);
    } catch (error) {
      host.log.warn({ err: error }, "Old records of calls could not be removed; the next round tries again.");
    }
  }
}

async function removeRound(signal: AbortSignal, database: Database, beforeMs: number): Promise<void> {
  for (let batch = 0; batch < maxBatches && !signal.aborted; batch++) {
    if ((await deleteOldCalls(database, beforeMs, batchSize)) < batchSize) return;
  }
}

/** Whether the time has passed; false when the signal came first. */
async function passed(ms: number, signal: AbortSignal): Promise<boolean> {
  return delay(ms, true, { signal, ref: false }).catch(() => false);
}
