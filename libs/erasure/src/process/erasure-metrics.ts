import type { Host } from "@parley/runtime";
import { Counter, Gauge } from "prom-client";

export type TimePart = "statements" | "commits" | "rests" | "waiting";

interface ErasureMetrics {
  readonly rows: Counter<"schema" | "collection">;
  readonly seconds: Counter<"schema" | "stage" | "part">;
  readonly tasksLeft: Gauge<"schema">;
  readonly oldestOpen: Gauge<"owner">;
}

const metrics = Symbol("erasure metrics");

/** One set per process. */
export function erasureMetrics(host: Host): ErasureMetrics {
  return host.shared(metrics, () => {
    const registers = [host.metrics];
    return {
      rows: new Counter({
        name: "parley_erasure_rows_total",
        help: "Rows that removals have deleted or changed.",
        labelNames: ["schema", "collection"],
        registers,
      }),
      seconds: new Counter({
        name: "parley_erasure_seconds_total",
        help: "What tasks of removals spent their time on: statements, commits (with the record of how far they have come), rests, waiting for older writes.",
        labelNames: ["schema", "stage", "part"],
        registers,
      }),
      tasksLeft: new Gauge({
        name: "parley_erasure_tasks_left",
        help: "Tasks of removals that are not done, as the owner of the jobs counts them.",
        labelNames: ["schema"],
        registers,
      }),
      oldestOpen: new Gauge({
        name: "parley_erasure_oldest_open_seconds",
        help: "For how long the oldest removal that is not done has been open, by the service that owns it.",
        labelNames: ["owner"],
        registers,
      }),
    };
  });
}
