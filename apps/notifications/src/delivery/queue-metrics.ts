import type { Metrics } from "@parley/runtime";
import { Counter, Gauge } from "prom-client";

interface Description {
  readonly name: string;
  readonly help: string;
}

/** How the figures of one queue are called. */
export interface QueueMetricNames {
  readonly running: Description;
  readonly leased: Description;
  readonly takenOver: Description;
}

/** Reports what a queue has in hand; returns the counter of leases that were taken over. */
export function reportQueue(
  registry: Metrics,
  names: QueueMetricNames,
  { running, leased }: { readonly running: () => number; readonly leased: () => number },
): Counter {
  const registers = [registry];
  const gauge = (description: Description, read: () => number) =>
    new Gauge({
      ...description,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge(names.running, running);
  gauge(names.leased, leased);
  return new Counter({ ...names.takenOver, registers });
}
