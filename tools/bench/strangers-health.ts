import { request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Installation } from "../installation/installation.ts";
import { residentMiB } from "./figures.ts";

/** Memory of a process in MiB; the heap is reported by the process itself, if it responds. */
export interface Memory {
  readonly residentMiB: number;
  readonly heapMiB: number | undefined;
}

const lookMs = 500;
const tellsWithinMs = 2_000;
const mostGrowth = 1.25;
// The values of the chart: two failed readiness probes in a row take a pod out of service.
const probeEveryMs = 2_000;
const probeTimeoutMs = 2_000;

/** The maximum within the given time. */
export async function mostMemory(installation: Installation, durationMs: number): Promise<Memory> {
  const endMs = performance.now() + durationMs;
  let most = await memoryOf(installation);
  while (performance.now() < endMs) {
    await delay(lookMs);
    most = each(Math.max, most, await memoryOf(installation));
  }
  return most;
}

/** The minimum until memory was back at its earlier size, or until the time is over, and after how long it was back. */
export async function memoryBack(
  installation: Installation,
  before: Memory,
  withinMs: number,
): Promise<{ readonly memory: Memory; readonly backAfterS: number | undefined }> {
  const beganMs = performance.now();
  const passedMs = () => performance.now() - beganMs;
  let memory = await memoryOf(installation);
  while (!isBack(before, memory) && passedMs() < withinMs && !installation.gateway.hasEnded) {
    await delay(lookMs);
    memory = each(Math.min, memory, await memoryOf(installation));
  }
  const back = isBack(before, memory) && !installation.gateway.hasEnded;
  return { memory, backAfterS: back ? Math.round(passedMs() / 1_000) : undefined };
}

// A heap never has exactly the same size twice.
function isBack(before: Memory, now: Memory): boolean {
  const isHeapBack = before.heapMiB === undefined || (now.heapMiB !== undefined && now.heapMiB <= before.heapMiB * mostGrowth);
  return now.residentMiB <= before.residentMiB * mostGrowth && isHeapBack;
}

// Undefined for a process that has ended; without a heap for a process that does not respond.
async function memoryOf({ gateway, metrics }: Installation): Promise<Memory> {
  if (gateway.hasEnded) return { residentMiB: 0, heapMiB: undefined };
  return { residentMiB: residentMiB(gateway.pid), heapMiB: await heapMiB(metrics) };
}

async function heapMiB(metrics: Installation["metrics"]): Promise<number | undefined> {
  try {
    return Math.round(Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(await metrics(tellsWithinMs))?.[1]) / 1_048_576);
  } catch {
    // The process is too busy, or has ended.
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

/** Probes a process for readiness like Kubernetes, each time on a new connection, and returns the results in order. */
export async function askReady(opsUrl: string, durationMs: number): Promise<boolean[]> {
  const answers: boolean[] = [];
  const beganMs = performance.now();
  for (let n = 0; n * probeEveryMs < durationMs; n++) {
    await delay(Math.max(0, beganMs + n * probeEveryMs - performance.now()));
    answers.push(await isReady(opsUrl));
  }
  return answers;
}

function isReady(opsUrl: string): Promise<boolean> {
  return new Promise((resolve) => {
    request(`${opsUrl}/readyz`, { agent: false, signal: AbortSignal.timeout(probeTimeoutMs) }, (answer) => {
      answer.resume().once("error", () => resolve(false));
      answer.once("end", () => resolve(answer.statusCode === 200));
    })
      .once("error", () => resolve(false))
      .end();
  });
}
