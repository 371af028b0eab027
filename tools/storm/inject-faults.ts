import { setTimeout as delay } from "node:timers/promises";
import type { Fault } from "./plan.ts";
import type { Stage } from "./stage.ts";

/** Carries out the plan; resolves when the last target is up again. `tell` hears of each fault when it begins. */
export async function strike(stage: Stage, faults: readonly Fault[], tell: (line: string) => void): Promise<void> {
  const startMs = performance.now();
  const running: Promise<void>[] = [];
  for (const fault of faults) {
    await delay(Math.max(0, fault.atMs - (performance.now() - startMs)));
    tell(`${(fault.atMs / 1_000).toFixed(1).padStart(5)} s  ${fault.kind.padEnd(9)} ${fault.target} for ${fault.lastsMs} ms`);
    running.push(carryOut(stage, fault));
  }
  await Promise.all(running);
}

const busy = new Map<string, Promise<void>>();

// One after the other on one target: what was struck may take longer to come back than the plan has thought.
async function carryOut(stage: Stage, fault: Fault): Promise<void> {
  const before = busy.get(fault.target) ?? Promise.resolve();
  const mine = before.then(() => strikeOnce(stage, fault));
  busy.set(fault.target, mine);
  await mine;
}

async function strikeOnce(stage: Stage, { target, kind, lastsMs }: Fault): Promise<void> {
  const struck = stage.targets.get(target);
  if (struck === undefined) return;
  await struck.begin(kind);
  await delay(lastsMs);
  await struck.end(kind);
}
