import { setImmediate as turnOfLoop } from "node:timers/promises";
import { vi } from "vitest";
import { AdaptiveConcurrency } from "../src/load/adaptive-concurrency.ts";
import { FairQueue } from "../src/load/fair-queue.ts";

/** Of a process whose load a test says. */
export function queueOf(busyPart: () => number): FairQueue {
  class OfProcess extends AdaptiveConcurrency {
    protected override busyPart(): number {
      return busyPart();
    }
  }
  return new FairQueue(new OfProcess());
}

/** Work that is begun and ended by hand. */
export function works(queue: FairQueue, name: string, count: number) {
  const begun: (() => void)[] = [];
  const ended = Array.from({ length: count }, () => queue.run(name, () => new Promise<void>((resolve) => begun.push(resolve))));
  return { begun, ended };
}

/** Of a process that is busy, at the moment with a tenant whose request does not end. */
export async function busyQueue(busyPart = () => 1): Promise<FairQueue> {
  const queue = queueOf(busyPart);
  works(queue, "other", 1);
  await after(100);
  return queue;
}

/** With as many turns of the event loop, and those timers that are due. */
export async function after(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  // One begins in each.
  for (let turn = 0; turn < 200; turn++) await turnOfLoop();
}
