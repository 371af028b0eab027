import { readdir, stat } from "node:fs/promises";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export type Metrics = Registry;

// Eight buckets with the open-ended one: each operation has a time series for each bucket.
const durationBuckets = [0.005, 0.025, 0.1, 0.25, 1, 2.5, 10];

// These metrics are removed, because each scrape would go through all connections on the event loop: with 3,000 of them, everything else waited
// for some 10 ms. To list its handles and requests, Node also asks for the owner of each, and an assertion fails, which ends the process, for an
// owner that is being garbage-collected.
const walkingThroughConnections = [
  "nodejs_active_handles",
  "nodejs_active_handles_total",
  "nodejs_active_requests",
  "nodejs_active_requests_total",
  "nodejs_active_resources",
  "nodejs_active_resources_total",
  "process_open_fds",
] as const;

/** A registry with what Node itself reports (memory, event loop, garbage collection). */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of walkingThroughConnections) registry.removeSingleMetric(name);
  if (process.platform === "linux") reportOpenFiles(registry);
  return registry;
}

const openFiles = "/proc/self/fd";

function reportOpenFiles(registry: Metrics): void {
  new Gauge({
    name: "process_open_fds",
    help: "Number of open file descriptors.",
    registers: [registry],
    async collect() {
      // Linux 6.2 and later tell the number as the size of the folder; before, it has to be listed, outside the event loop.
      const { size } = await stat(openFiles);
      this.set(size > 0 ? size : (await readdir(openFiles)).length);
    },
  });
}

/** Durations in seconds, by labels whose values form a small closed set. The count of calls is part of it. */
export function durationHistogram<Label extends string>(
  registry: Metrics,
  name: string,
  help: string,
  labelNames: readonly Label[],
): Histogram<Label> {
  return new Histogram({ name, help, labelNames, buckets: durationBuckets, registers: [registry] });
}

/** A value that is read at each scrape. */
export function observedGauge<Label extends string>(
  registry: Metrics,
  name: string,
  help: string,
  labelNames: readonly Label[],
  read: (set: (labels: Record<Label, string>, value: number) => void) => void,
): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    collect() {
      read((labels, value) => this.set(labels as Partial<Record<Label, string>>, value));
    },
  });
}

/** A count that something else keeps: read at each scrape, and never less than before. */
export function observedCounter(registry: Metrics, name: string, help: string, read: () => number): void {
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}
