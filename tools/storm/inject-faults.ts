import { setTimeout as delay } from "node:timers/promises";
import type { Fault } from "./plan.ts";
import type { Stage } from "./stage.ts";

/** A fault with its times (`performance.now()`): its start, the moment at which it takes effect, and the recovery of its target. */
export interface Struck extends Pick<Fault, "target" | "kind"> {
  readonly fromMs: number;
  readonly goneMs: number;
  readonly toMs: number;
}

/** Carries out the plan; resolves when the last target is up again. Calls `tell` at the start of each fault. */
export async function strike(stage: Stage, faults: readonly Fault[], tell: (line: string) => void): Promise<Struck[]> {
  const startMs = performance.now();
  const running: Promise<Struck>[] = [];
  for (const fault of faults) {
    await delay(Math.max(0, fault.atMs - (performance.now() - startMs)));
    tell(`${(fault.atMs / 1_000).toFixed(1).padStart(5)} s  ${fault.kind.padEnd(9)} ${fault.target} for ${fault.lastsMs} ms`);
    running.push(carryOut(stage, fault));
  }
  return Promise.all(running);
}

const busy = new Map<string, Promise<unknown>>();

// Carries out the faults of one target one after the other: a target may take longer to recover than planned.
async function carryOut(stage: Stage, fault: Fault): Promise<Struck> {
  const before = busy.get(fault.target) ?? Promise.resolve();
  const mine = before.then(() => strikeOnce(stage, fault));
  busy.set(fault.target, mine);
  return mine;
}

async function strikeOnce(stage: Stage, { target, kind, lastsMs }: Fault): Promise<Struck> {
  const struck = stage.targets.get(target);
  const fromMs = performance.now();
  await struck?.begin(kind);
  const goneMs = performance.now();
  if (struck !== undefined) await delay(lastsMs);
  await struck?.end(kind);
  return { target, kind, fromMs, goneMs, toMs: performance.now() };
}
