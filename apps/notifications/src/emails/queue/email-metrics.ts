import type { Metrics } from "@parley/runtime";
import { Counter, Gauge } from "prom-client";

/** What is reported of mails. */
export class EmailMetrics {
  /** `outcome`: accepted, or the class of the error. */
  readonly attempts: Counter<"provider" | "outcome">;
  /** `outcome`: sent, failed, or why it was dropped. */
  readonly ended: Counter<"outcome">;
  readonly takenOver: Counter;

  constructor(registry: Metrics, running: () => number, held: () => number) {
    const registers = [registry];
    this.attempts = new Counter({
      name: "parley_email_attempts_total",
      help: "Mails handed to providers, by what came of them.",
      labelNames: ["provider", "outcome"],
      registers,
    });
    this.ended = new Counter({ name: "parley_emails_total", help: "Mails by what became of them.", labelNames: ["outcome"], registers });
    this.takenOver = new Counter({
      name: "parley_email_leases_taken_over_total",
      help: "Mails whose process showed no life any more.",
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
    gauge("parley_email_requests_running", "Mails that are being handed to providers.", running);
    gauge("parley_emails_held", "Mails that this process has claimed.", held);
  }
}
