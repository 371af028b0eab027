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
