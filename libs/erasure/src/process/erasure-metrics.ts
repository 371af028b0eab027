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
        help: "Time of removals' tasks, by part: statements, commits (which also store the progress), rests, waiting for older writes.",
        labelNames: ["schema", "stage", "part"],
        registers,
      }),
      tasksLeft: new Gauge({
        name: "parley_erasure_tasks_left",
        help: "Unfinished tasks of removals, as their owner counts them.",
        labelNames: ["schema"],
        registers,
      }),
      oldestOpen: new Gauge({
        name: "parley_erasure_oldest_open_seconds",
        help: "Age of the oldest unfinished removal, by the service that owns it.",
        labelNames: ["owner"],
        registers,
      }),
    };
  });
}
