import type { Metrics } from "@parley/runtime";
import { Counter } from "prom-client";
import type { QueueMetricNames } from "../../delivery/queue-metrics.ts";

export const emailMetricNames: QueueMetricNames = {
  running: { name: "parley_email_requests_running", help: "Mails that are being handed to providers." },
  held: { name: "parley_emails_held", help: "Mails that this process has read and not ended." },
  takenOver: { name: "parley_email_leases_taken_over_total", help: "API keys of whose mails the process showed no life any more." },
};

/** The counters of mails. */
export class EmailCounters {
  /** `outcome`: accepted, or the class of the error. */
  readonly attempts: Counter<"provider" | "outcome">;
  /** `outcome`: sent, failed, or why it was dropped. */
  readonly ended: Counter<"outcome">;

  constructor(registry: Metrics) {
    const registers = [registry];
    this.attempts = new Counter({
      name: "parley_email_attempts_total",
      help: "Mails handed to providers, by what came of them.",
      labelNames: ["provider", "outcome"],
      registers,
    });
    this.ended = new Counter({ name: "parley_emails_total", help: "Mails by what became of them.", labelNames: ["outcome"], registers });
  }
}
