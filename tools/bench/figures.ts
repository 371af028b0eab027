import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** The median; NaN without values. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value at this quantile: 0.95 for the p95; NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Formatted for people: `17,149/s`. */
export function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString("en")}/s`;
}

/** Current resident memory of a process in MiB. */
export function residentMiB(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024);
}

/** CPU time of a process in µs; the system counts it in hundredths of a second. */
export function cpuUsOf(pid: number): number {
  const [user = 0, system = 0] = statOf(String(pid)).slice(11);
  return (user + system) * tickUs;
}

/** CPU time of a Postgres server: its running and its ended backends. */
export function cpuUsOfPostgres(dataDir: string): number {
  const postmaster = Number(readFileSync(join(dataDir, "postmaster.pid"), "utf8").split("\n")[0]);
  const [user = 0, system = 0, userOfEnded = 0, systemOfEnded = 0] = statOf(String(postmaster)).slice(11);
  let ticks = user + system + userOfEnded + systemOfEnded;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const [, parent, ...times] = statOf(pid);
    if (parent === postmaster) ticks += (times[9] ?? 0) + (times[10] ?? 0);
  }
  return ticks * tickUs;
}

const tickUs = 10_000;

// The numbers of `/proc/<pid>/stat` after the program's name; empty for a process that has just ended.
function statOf(pid: string): number[] {
  try {
    return (readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1) ?? "").split(" ").map(Number);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ESRCH") return [];
    throw error;
  }
}

/** The median of several rounds, with their minimum and maximum. */
interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** A figure of one run, as kept for the next release. */
export interface Figure extends Spread {
  readonly name: string;
  readonly better: "higher" | "lower";
}

/** What a bench returns: figures to compare with the last release, and sentences for promises that did not hold. */
export interface Outcome {
  readonly figures?: readonly Figure[];
  readonly broken?: readonly string[];
}

/** The promises of a bench: each is printed with its figure, and kept when it does not hold. */
export class Promised implements Outcome {
  readonly broken: string[] = [];

  hold(isKept: boolean, sentence: string): void {
    console.log(`  ${sentence}`);
    if (!isKept) this.broken.push(`Not as promised: ${sentence}`);
  }
}

/**
 * Measures two sides in each round, in alternating order, because the first measurement of a round may affect the second; a first round
 * warms up. Returns the measurements of each side, and in each round the second side's as a multiple of the first side's.
 */
export async function inTurns(
  rounds: number,
  measure: (side: 0 | 1) => Promise<number>,
): Promise<{ readonly sides: readonly [number[], number[]]; readonly ratios: readonly number[] }> {
  const sides: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round++) {
    for (const side of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const measured = await measure(side);
      if (round > 0) sides[side].push(measured);
    }
  }
  return { sides, ratios: sides[1].map((second, round) => second / (sides[0][round] ?? Number.NaN)) };
}

export function spreadOf(values: readonly number[]): Spread {
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) };
}

export function told({ median, least, most }: Spread): string {
  return `${median.toFixed(2)} [${least.toFixed(2)} to ${most.toFixed(2)}]`;
}

/** Runs `concurrency` calls at a time for the given time; returns their number and the time. `n` counts the calls. */
export async function closedLoop(
  atOnce: number,
  durationMs: number,
  work: (n: number) => Promise<unknown>,
): Promise<{ readonly calls: number; readonly seconds: number; readonly perSecond: number }> {
  const startedMs = performance.now();
  let calls = 0;
  const workOn = async () => {
    while (performance.now() - startedMs < durationMs) await work(calls++);
  };
  await Promise.all(Array.from({ length: atOnce }, workOn));
  const seconds = (performance.now() - startedMs) / 1_000;
  return { calls, seconds, perSecond: calls / seconds };
}

/**
 * Sends at a fixed rate, whatever became of what was sent before: `send` gets the numbers of those that are due. Returns how many were sent,
 * and their rate.
 */
export async function atRate(
  perSecond: number,
  seconds: number,
  send: (due: readonly number[]) => Promise<unknown>,
): Promise<{ readonly sent: number; readonly perSecond: number }> {
  const startedMs = performance.now();
  const passed = () => (performance.now() - startedMs) / 1_000;
  let sent = 0;
  for (; passed() < seconds; await delay(10)) {
    const due = Array.from({ length: Math.max(0, Math.floor(passed() * perSecond) - sent) }, (_, index) => sent + index);
    sent += due.length;
    if (due.length > 0) await send(due);
  }
  return { sent, perSecond: sent / passed() };
}

/** CPU time in µs for each of so many. */
export function microsOf({ user, system }: NodeJS.CpuUsage, count: number): string {
  return ((user + system) / count).toFixed(0);
}

/** Calls per second with 32 in flight, over one and a half seconds. */
export async function throughput(call: (n: number) => Promise<unknown>): Promise<number> {
  return (await closedLoop(32, 1_500, call)).perSecond;
}
