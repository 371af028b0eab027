import { setTimeout as delay } from "node:timers/promises";
import { residentMiB } from "./figures.ts";

/** Of a process, in MiB; of its heap what it tells of itself, when it does. */
export interface Memory {
  readonly residentMiB: number;
  readonly heapMiB: number | undefined;
}

/** A process and its operators' port. */
interface Watched {
  readonly gatewayPid: number;
  readonly opsUrl: string;
}

const lookMs = 500;
const mostGrowth = 1.25;

/** The most that was seen within so long. */
export async function mostMemory(watched: Watched, durationMs: number): Promise<Memory> {
  const endMs = performance.now() + durationMs;
  let most = await memoryOf(watched);
  while (performance.now() < endMs) {
    await delay(lookMs);
    most = each(Math.max, most, await memoryOf(watched));
  }
  return most;
}

/** The least that was seen until memory was back where it was, or until so long has passed, and after how long it was back. */
export async function memoryBack(
  watched: Watched,
  before: Memory,
  withinMs: number,
): Promise<{ readonly memory: Memory; readonly backAfterS: number | undefined }> {
  const beganMs = performance.now();
  const passedMs = () => performance.now() - beganMs;
  let memory = await memoryOf(watched);
  while (!isBack(before, memory) && passedMs() < withinMs && isAlive(watched.gatewayPid)) {
    await delay(lookMs);
    memory = each(Math.min, memory, await memoryOf(watched));
  }
  const back = isBack(before, memory) && isAlive(watched.gatewayPid);
  return { memory, backAfterS: back ? Math.round(passedMs() / 1_000) : undefined };
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

// A heap is never twice of one size.
function isBack(before: Memory, now: Memory): boolean {
  const isHeapBack = before.heapMiB === undefined || (now.heapMiB !== undefined && now.heapMiB <= before.heapMiB * mostGrowth);
  return now.residentMiB <= before.residentMiB * mostGrowth && isHeapBack;
}

// Nothing of a process that has ended, and no heap of one that does not answer.
async function memoryOf({ gatewayPid, opsUrl }: Watched): Promise<Memory> {
  if (!isAlive(gatewayPid)) return { residentMiB: 0, heapMiB: undefined };
  return { residentMiB: residentMiB(gatewayPid), heapMiB: await heapMiB(opsUrl) };
}

async function heapMiB(opsUrl: string): Promise<number | undefined> {
  try {
    const metrics = await (await fetch(`${opsUrl}/metrics`, { signal: AbortSignal.timeout(2_000) })).text();
    return Math.round(Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(metrics)?.[1]) / 1_048_576);
  } catch {
    // It has no time to answer, or has ended.
    return undefined;
  }
}

function each(choose: (...values: number[]) => number, one: Memory, other: Memory): Memory {
  const heaps = [one.heapMiB, other.heapMiB].filter((heap) => heap !== undefined);
  return {
    residentMiB: choose(one.residentMiB, other.residentMiB),
    heapMiB: heaps.length === 0 ? undefined : choose(...heaps),
  };
}
