import type { Host, Logger } from "@parley/runtime";
import { PollLoop } from "./poll-loop.ts";

const rowsAtOnce = 1_000;
// While there is more to remove than was removed at once.
const pauseMs = 100;

/** Removes rows that are older than their retention, so many at a time that no removal holds others up; `remove` answers how many it found. */
export function retentionLoop(log: Logger, what: string, restMs: number, remove: (limit: number) => Promise<number>): PollLoop {
  return new PollLoop(log, `Removing old ${what}`, async () => {
    const removed = await remove(rowsAtOnce);
    return { ms: removed < rowsAtOnce ? restMs : pauseMs, interruptible: false };
  });
}

/** The same while the process runs. */
export function removeOld(host: Host, what: string, restMs: number, remove: (limit: number) => Promise<number>): void {
  const loop = retentionLoop(host.log, what, restMs, remove);
  host.onStart(async () => loop.start());
  host.onStop(() => loop.stop());
}
