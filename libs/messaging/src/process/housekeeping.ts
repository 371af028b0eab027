import type { Database } from "@parley/database";
import type { Logger } from "@parley/runtime";
import type { MessageStore } from "../message-store.ts";
import type { MessagingMetrics } from "./messaging-metrics.ts";
import { PacedLoop } from "./paced-loop.ts";

interface HousekeepingOptions {
  readonly database: Database;
  readonly store: MessageStore;
  readonly metrics: MessagingMetrics;
  readonly log: Logger;
  readonly inboxRetentionMs: number;
}

const sampleMs = 10_000;
const removalMs = 60_000;
const removalPauseMs = 100;
const batchRows = 1_000;

/** What nobody waits for: figures that are read from the database, and the removal of inbox rows that no repetition can need. */
export function housekeeping({ database, store, metrics, log, inboxRetentionMs }: HousekeepingOptions): readonly PacedLoop[] {
  const sample = async () => {
    await metrics.sample(database, store);
    return { ms: sampleMs, wakes: false };
  };
  const removeOld = async () => {
    const removed = await store.inbox.removeOld(database, inboxRetentionMs, batchRows);
    return { ms: removed < batchRows ? removalMs : removalPauseMs, wakes: false };
  };
  return [new PacedLoop(log, "Reading messaging figures", sample), new PacedLoop(log, "Removing old inbox rows", removeOld)];
}
