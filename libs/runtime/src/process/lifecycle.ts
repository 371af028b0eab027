import type { Logger } from "../logs/logging.ts";

type Step = () => Promise<void>;

/** The resources that a process has opened, closed in reverse order; a failing step does not stop the others. */
export class Lifecycle {
  readonly #starts: Step[] = [];
  readonly #drains: (() => void)[] = [];
  readonly #stops: Step[] = [];
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  onStart(step: Step): void {
    this.#starts.push(step);
  }

  onDrain(step: () => void): void {
    this.#drains.push(step);
  }

  onStop(step: Step): void {
    this.#stops.push(step);
  }

  async start(): Promise<void> {
    for (const step of this.#starts) await step();
  }

  async stop(): Promise<void> {
    for (const drain of this.#drains.splice(0)) drain();
    for (const step of this.#stops.splice(0).reverse()) {
      try {
        await step();
      } catch (error) {
        this.#log.error({ err: error }, "A part of the process did not close cleanly.");
      }
    }
  }
}
