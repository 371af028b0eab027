import type { Database, Db } from "@parley/database";
import { PollLoop, retentionLoop } from "@parley/messaging";
import { type Host, OutageLog } from "@parley/runtime";
import { erasureMetrics } from "../process/erasure-metrics.ts";
import type { ErasureConfig } from "../process/settings.ts";
import type { JobStore } from "./job-store.ts";

interface JobsOwner {
  readonly schema: string;
  readonly jobs: JobStore;
  repeatCommands(tx: Db, sinceMs: number, limit: number): Promise<number>;
}

const sampleMs = 10_000;
const lookMs = 60_000;
const jobsPerRound = 50;
const recordsKeptMs = 90 * 24 * 3_600_000;
const removalMs = 3_600_000;
const longSeconds = 24 * 3_600;
// The pause while there is more work than one round does.
const soonMs = 100;

/** An owner's maintenance: it repeats the commands of unfinished erasures, reports old ones, and deletes old records. */
export function ownerMaintenance(host: Host, { erasureTellAgainMs }: ErasureConfig, database: Database, owner: JobsOwner): void {
  const { schema } = owner;
  const { tasksLeft, oldestOpen } = erasureMetrics(host);
  const late = new OutageLog(host.log);
  const loops = [
    new PollLoop(host.log, "Counting tasks of erasures", async () => {
      const { tasks, oldestSeconds } = await owner.jobs.left(database);
      tasksLeft.set({ schema }, tasks);
      oldestOpen.set({ owner: schema }, oldestSeconds);
      if (oldestSeconds > longSeconds)
        late.failed({ owner: schema, oldestSeconds }, "A removal has been open for more than a day: see /erasure-jobs.");
      else late.over({ owner: schema }, "No removal is open for more than a day any more.");
      return { ms: sampleMs, interruptible: false };
    }),
    new PollLoop(host.log, "Repeating commands of open erasures", async () => {
      const repeated = await database.transaction((tx) => owner.repeatCommands(tx, erasureTellAgainMs, jobsPerRound));
      return { ms: repeated === jobsPerRound ? soonMs : Math.min(lookMs, erasureTellAgainMs), interruptible: false };
    }),
    retentionLoop(host.log, "records of erasures", removalMs, (limit) => owner.jobs.removeOld(database, recordsKeptMs, limit)),
  ];
  host.onStart(async () => {
    for (const loop of loops) loop.start();
  });
  host.onStop(async () => {
    await Promise.all(loops.map((loop) => loop.stop()));
  });
}
