import type { Metrics } from "@parley/runtime";
import { Counter, Gauge } from "prom-client";

interface Description {
  readonly name: string;
  readonly help: string;
}

/** The names of one queue's metrics. */
export interface QueueMetricNames {
  readonly running: Description;
  readonly claimed: Description;
  readonly takenOver: Description;
}

/** Reports how much of a queue this process holds; returns the counter of groups taken over. */
export function reportQueue(
  registry: Metrics,
  names: QueueMetricNames,
  { running, claimed }: { readonly running: () => number; readonly claimed: () => number },
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
  gauge(names.claimed, claimed);
  return new Counter({ ...names.takenOver, registers });
}
