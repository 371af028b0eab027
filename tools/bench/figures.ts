import { readFileSync } from "node:fs";

/** The middle one; NaN of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Seconds since a time of `performance.now()`, with one decimal. */
export function seconds(startedMs: number): string {
  return ((performance.now() - startedMs) / 1000).toFixed(1);
}

/** Memory of a process now, in MiB. */
export function residentMiB(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024);
}

/** Time that a process has had of the processors, in µs; the system counts it in hundredths of a second. */
export function cpuUsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

/** The middle of several rounds, and between what they lie. */
interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** A figure of one run, as it is kept for the next release. */
export interface Figure extends Spread {
  readonly name: string;
  readonly better: "higher" | "lower";
}

export function spreadOf(values: readonly number[]): Spread {
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) };
}

export function told({ median, least, most }: Spread): string {
  return `${median.toFixed(2)} [${least.toFixed(2)} to ${most.toFixed(2)}]`;
}
