import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { SinkReport } from "./email-sink.ts";

interface Counts {
  readonly ids: number;
  readonly measured: number;
}

/** The mail server, in its own process. */
export class Sink {
  readonly port: number;
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess, port: number) {
    this.#process = process;
    this.port = port;
  }

  static async start(): Promise<Sink> {
    const process = fork(join(import.meta.dirname, "email-sink.ts"));
    const { port } = await answerOf<{ port: number }>(process);
    return new Sink(process, port);
  }

  report(): Promise<SinkReport> {
    this.#process.send("report");
    return answerOf(this.#process);
  }

  /** Waits until so many mails have arrived since the last report: different ones, or with `measured` those whose age is. */
  async until(count: number, what: keyof Counts = "ids", timeoutMs = 120_000): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      this.#process.send("count");
      const counts = await answerOf<Counts>(this.#process);
      if (counts[what] >= count) return;
      if (performance.now() > deadline) throw new Error(`Only ${counts[what]} of ${count} mails arrived.`);
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
