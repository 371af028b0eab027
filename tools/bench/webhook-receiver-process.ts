import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { ReceiverReport } from "./webhook-receiver.ts";

/** The receiver, in its own process. */
export class Receiver {
  readonly port: number;
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess, port: number) {
    this.#process = process;
    this.port = port;
  }

  static async start(): Promise<Receiver> {
    const process = fork(join(import.meta.dirname, "webhook-receiver.ts"));
    const { port } = await answerOf<{ port: number }>(process);
    return new Receiver(process, port);
  }

  report(): Promise<ReceiverReport> {
    this.#process.send("report");
    return answerOf(this.#process);
  }

  /** Waits until so many different deliveries have arrived since the last report. */
  async until(count: number, timeoutMs = 120_000): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      this.#process.send("count");
      const { ids } = await answerOf<{ ids: number }>(this.#process);
      if (ids >= count) return;
      if (performance.now() > deadline) throw new Error(`Only ${ids} of ${count} deliveries arrived.`);
      await delay(5);
    }
  }

  stop(): void {
    this.#process.kill();
  }
}

function answerOf<Answer>(process: ChildProcess): Promise<Answer> {
  return new Promise((resolve) => process.once("message", (answer) => resolve(answer as Answer)));
}
