import type { Database } from "@parley/database";
import type { Logger } from "@parley/runtime";
import { PollLoop } from "../loops/poll-loop.ts";
import { retentionLoop } from "../loops/retention-loop.ts";
import type { MessageStore } from "../messages/message-store.ts";
import type { MessagingMetrics } from "./messaging-metrics.ts";

interface MaintenanceOptions {
  readonly database: Database;
  readonly store: MessageStore;
  readonly metrics: MessagingMetrics;
  readonly log: Logger;
  readonly inboxRetentionMs: number;
  readonly deadLetterRetentionMs: number;
}

const sampleMs = 10_000;
const removalMs = 60_000;
const removalPauseMs = 100;
const batchRows = 1_000;
const letterRemovalMs = 3_600_000;
const warnedBeforeMs = 3 * 24 * 3_600_000;
const clockMs = 60_000;
const clockToleranceMs = 1_000;

/** Background maintenance: samples metrics, compares clocks, and deletes inbox rows, dead letters and repeated calls after their retention. */
export function maintenance({
  database,
  store,
  metrics,
  log,
  inboxRetentionMs,
  deadLetterRetentionMs,
}: MaintenanceOptions): readonly PollLoop[] {
  const sample = async () => {
    await metrics.sample(database, store);
    return { ms: sampleMs, interruptible: false };
  };
  const removeLetters = async () => {
    const removed = await store.deadLetters.removeOld(database, deadLetterRetentionMs, batchRows);
    const soon = await store.deadLetters.countOld(database, deadLetterRetentionMs - warnedBeforeMs);
    const { schema } = store;
    if (removed > 0) log.warn({ schema, removed }, "Dead letters were removed because they were not redriven or discarded in time.");
    if (soon > 0) log.warn({ schema, letters: soon }, "Dead letters will be removed within three days: redrive or discard them.");
    return { ms: removed < batchRows ? letterRemovalMs : removalPauseMs, interruptible: false };
  };
  const watchClock = async () => {
    const offsetMs = await metrics.sampleClock(database, store.schema);
    if (Math.abs(offsetMs) > clockToleranceMs) {
      log.warn(
        { schema: store.schema, offsetMs },
        "The clocks of the database and of this process differ by more than a second: correct one of them.",
      );
    }
    return { ms: clockMs, interruptible: false };
  };
  const { repeatedCalls } = database;
  return [
    new PollLoop(log, "Sampling messaging metrics", sample),
    retentionLoop(log, "inbox rows", removalMs, (limit) => store.inbox.removeOld(database, inboxRetentionMs, limit)),
    ...(repeatedCalls === undefined
      ? []
      : [retentionLoop(log, "repeated calls", removalMs, (limit) => repeatedCalls.removeOld(database, limit))]),
    new PollLoop(log, "Removing old dead letters", removeLetters),
    new PollLoop(log, "Comparing clocks", watchClock),
  ];
}
