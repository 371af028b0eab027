import type { Metrics } from "@parley/runtime";
import { Counter, Gauge } from "prom-client";

/** What is reported of webhooks. */
export class WebhookMetrics {
  /** `outcome`: delivered, or the class of the error. */
  readonly attempts: Counter<"target" | "outcome">;
  readonly takenOver: Counter;

  constructor(registry: Metrics, running: () => number, held: () => number) {
    const registers = [registry];
    this.attempts = new Counter({
      name: "parley_webhook_attempts_total",
      help: "Requests to webhook endpoints, by what came of them.",
      labelNames: ["target", "outcome"],
      registers,
    });
    this.takenOver = new Counter({
      name: "parley_webhook_leases_taken_over_total",
      help: "Deliveries whose process showed no life any more.",
      registers,
    });
    const gauge = (name: string, help: string, read: () => number) =>
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    gauge("parley_webhook_requests_running", "Requests to webhook endpoints that run.", running);
    gauge("parley_webhook_deliveries_held", "Deliveries that this process has claimed.", held);
  }
}
