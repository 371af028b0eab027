import type { Host, Logger } from "@parley/runtime";
import { PollLoop } from "./poll-loop.ts";

const rowsAtOnce = 1_000;
// The pause while there are more rows to remove than one round removes.
const pauseMs = 100;

/**
 * Removes rows that are older than their retention, in batches small enough not to block other statements; `remove` returns how many it
 * removed.
 */
export function retentionLoop(log: Logger, what: string, restMs: number, remove: (limit: number) => Promise<number>): PollLoop {
  return new PollLoop(log, `Removing old ${what}`, async () => {
    const removed = await remove(rowsAtOnce);
    return { ms: removed < rowsAtOnce ? restMs : pauseMs, interruptible: false };
  });
}

/** Like `retentionLoop`, for as long as the process runs. */
export function removeOld(host: Host, what: string, restMs: number, remove: (limit: number) => Promise<number>): void {
  const loop = retentionLoop(host.log, what, restMs, remove);
  host.onStart(async () => loop.start());
  host.onStop(() => loop.stop());
}
