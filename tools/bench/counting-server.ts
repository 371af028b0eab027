import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Aside } from "../installation/aside.ts";

interface Counts {
  /** Distinct ids, and ids with a measured age. */
  readonly ids: number;
  readonly measured: number;
}

/** A customer's server in its own process. It counts arrivals until it is asked for its report. */
export class CountingServer<Report> implements AsyncDisposable {
  readonly #aside: Aside;

  private constructor(aside: Aside) {
    this.#aside = aside;
  }

  static async start<Report>(file: "webhook-receiver.ts" | "email-sink.ts"): Promise<CountingServer<Report>> {
    return new CountingServer<Report>(await Aside.start(join(import.meta.dirname, file)));
  }

  get port(): number {
    return this.#aside.said.port;
  }

  report(): Promise<Report> {
    return this.#aside.ask("report");
  }

  /** Waits for `count` arrivals since the last report. */
  async until(count: number, what: keyof Counts = "ids", timeoutMs = 120_000): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const counts = await this.#aside.ask<Counts>("count");
      if (counts[what] >= count) return;
      if (performance.now() > deadline) throw new Error(`Only ${counts[what]} of ${count} arrived.`);
      await delay(5);
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#aside[Symbol.asyncDispose]();
  }
}
