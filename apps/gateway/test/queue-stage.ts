import { setImmediate as turnOfLoop } from "node:timers/promises";
import { vi } from "vitest";
import { AdaptiveConcurrency } from "../src/load/adaptive-concurrency.ts";
import { FairQueue } from "../src/load/fair-queue.ts";

/** A queue in a process whose load is given by the test. */
export function queueOf(busyPart: () => number): FairQueue {
  class OfProcess extends AdaptiveConcurrency {
    protected override busyPart(): number {
      return busyPart();
    }
  }
  return new FairQueue(new OfProcess());
}

/** Work whose end the test decides. */
export function works(queue: FairQueue, name: string, count: number) {
  const begun: (() => void)[] = [];
  const ended = Array.from({ length: count }, () => queue.run(name, () => new Promise<void>((resolve) => begun.push(resolve))));
  return { begun, ended };
}

/** A queue in a busy process with another tenant, whose request does not end. */
export async function busyQueue(busyPart = () => 1): Promise<FairQueue> {
  const queue = queueOf(busyPart);
  works(queue, "other", 1);
  await after(100);
  return queue;
}

/** Lets timers that are due fire, and many turns of the event loop pass. */
export async function after(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  // One request begins in each turn.
  for (let turn = 0; turn < 200; turn++) await turnOfLoop();
}
