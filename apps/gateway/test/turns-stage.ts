import { setImmediate as turnOfLoop } from "node:timers/promises";
import { vi } from "vitest";
import { Turns } from "../src/load/turns.ts";

/** Of a process whose load a test says. */
export function turnsOf(busyPart: () => number): Turns {
  return new Turns({ load: { watch: () => undefined, busyPart, leave: () => undefined } });
}

/** Work that is begun and ended by hand. */
export function works(turns: Turns, name: string, count: number) {
  const begun: (() => void)[] = [];
  const ended = Array.from({ length: count }, () => turns.during(name, () => new Promise<void>((resolve) => begun.push(resolve))));
  return { begun, ended };
}

/** Of a process that is busy, at the moment with a caller whose request does not end. */
export async function busyTurns(busyPart = () => 1): Promise<Turns> {
  const turns = turnsOf(busyPart);
  works(turns, "other", 1);
  await after(100);
  return turns;
}

/** With as many turns of the event loop, and those timers that are due. */
export async function after(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  // One begins in each.
  for (let turn = 0; turn < 200; turn++) await turnOfLoop();
}
