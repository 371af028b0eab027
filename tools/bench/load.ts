import { Pool } from "undici";
import type { Headers } from "../installation/caller.ts";
import { closedLoop, cpuUsOf, quantile } from "./figures.ts";

export interface Target {
  readonly name: string;
  readonly url: string;
  readonly headers: Headers;
  /** The server's processes by name; their CPU time is counted. */
  readonly processes: Readonly<Record<string, number>>;
}

export interface Shape {
  readonly name: string;
  readonly path: string;
  /** The body of the nth request. */
  readonly body: (n: number) => string;
}

export interface Measurement {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU time per request in µs, by process. */
  readonly cpuUs: Readonly<Record<string, number>>;
}

/**
 * Sends one shape of request over `connections` connections for the given time. Fails on the first unsuccessful response: errors are fast.
 */
export async function measure(target: Target, shape: Shape, connections: number, durationMs: number): Promise<Measurement> {
  const pool = new Pool(target.url, { connections, pipelining: 1 });
  const latencies: number[] = [];
  const cpuBefore = cpuOf(target);
  const { seconds } = await closedLoop(connections, durationMs, async (n) => {
    const beginMs = performance.now();
    const { statusCode, body } = await pool.request({ method: "POST", path: shape.path, headers: target.headers, body: shape.body(n) });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${target.name} answered ${statusCode} to ${shape.name}: ${text.slice(0, 300)}`);
    latencies.push(performance.now() - beginMs);
  });
  const cpuAfter = cpuOf(target);
  await pool.close();
  return {
    requestsPerSecond: latencies.length / seconds,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    cpuUs: Object.fromEntries(Object.entries(cpuAfter).map(([name, us]) => [name, (us - (cpuBefore[name] ?? 0)) / latencies.length])),
  };
}

/** The median of several runs, by throughput. */
export function middle(runs: readonly Measurement[]): Measurement {
  const sorted = [...runs].sort((a, b) => a.requestsPerSecond - b.requestsPerSecond);
  const run = sorted[Math.floor(sorted.length / 2)];
  if (run === undefined) throw new Error("There was no run.");
  return run;
}

function cpuOf({ processes }: Target): Record<string, number> {
  return Object.fromEntries(Object.entries(processes).map(([name, pid]) => [name, cpuUsOf(pid)]));
}
