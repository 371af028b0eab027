import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export type Metrics = Registry;

// Eight buckets with the open-ended one: each operation has a time series for each bucket.
const durationBuckets = [0.005, 0.025, 0.1, 0.25, 1, 2.5, 10];

// These metrics are removed, because reading them can end the process: to list its handles and requests, Node asks for the owner of each,
// and an assertion fails for an owner that is being garbage-collected. nodejs_active_resources counts the same.
const endingTheProcess = [
  "nodejs_active_handles",
  "nodejs_active_handles_total",
  "nodejs_active_requests",
  "nodejs_active_requests_total",
] as const;

/** A registry with what Node itself reports (memory, event loop, garbage collection). */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of endingTheProcess) registry.removeSingleMetric(name);
  return registry;
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
