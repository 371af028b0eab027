import type { Metrics } from "@parley/runtime";
import { Counter } from "prom-client";
import type { QueueMetricNames } from "../../delivery/queue-metrics.ts";

export const webhookMetricNames: QueueMetricNames = {
  running: { name: "parley_webhook_requests_running", help: "Running requests to webhook endpoints." },
  claimed: { name: "parley_webhook_deliveries_held", help: "Deliveries that this process has read and not ended." },
  takenOver: { name: "parley_webhook_leases_taken_over_total", help: "Endpoints taken over from a process whose lease had expired." },
};

/**
 * Counts requests to endpoints. `target`: raw, processed, or `further` for all others, whose number is unbounded. `outcome`: delivered, or
 * the class of the error.
 */
export function attemptCounter(registry: Metrics): Counter<"target" | "outcome"> {
  return new Counter({
    name: "parley_webhook_attempts_total",
    help: "Requests to webhook endpoints, by outcome.",
    labelNames: ["target", "outcome"],
    registers: [registry],
  });
}
