import type { Metrics } from "@parley/runtime";
import { Counter } from "prom-client";
import type { QueueMetricNames } from "../../delivery/queue-metrics.ts";

export const emailMetricNames: QueueMetricNames = {
  running: { name: "parley_email_requests_running", help: "Mails that are being sent to providers." },
  claimed: { name: "parley_emails_held", help: "Mails that this process has read and not ended." },
  takenOver: { name: "parley_email_leases_taken_over_total", help: "API keys taken over from a process whose lease had expired." },
};

/** The counters of mails. */
export class EmailCounters {
  /** `outcome`: accepted, or the class of the error. */
  readonly attempts: Counter<"provider" | "outcome">;
  /** `outcome`: sent, failed, or the reason for dropping it. */
  readonly ended: Counter<"outcome">;

  constructor(registry: Metrics) {
    const registers = [registry];
    this.attempts = new Counter({
      name: "parley_email_attempts_total",
      help: "Mails sent to providers, by outcome.",
      labelNames: ["provider", "outcome"],
      registers,
    });
    this.ended = new Counter({ name: "parley_emails_total", help: "Ended mails, by outcome.", labelNames: ["outcome"], registers });
  }
}
