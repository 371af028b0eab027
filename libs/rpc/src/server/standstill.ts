import { setTimeout as delay } from "node:timers/promises";

const lookMs = 50;
// Longer than any single piece of work holds the event loop.
const longMs = 500;
// Connections that waited to be accepted are read a little later.
const afterwardsMs = 1_000;
const hearMs = 20;

/**
 * Notices that the process has stood still: frozen, or starved of processor time. Requests that it reads then may have been cancelled long
 * ago, which it learns only afterwards.
 */
export class Standstill {
  readonly #looks = setInterval(() => this.#look(), lookMs).unref();
  #lookedMs = performance.now();
  #overMs = Number.NEGATIVE_INFINITY;

  /** Undefined unless the process has stood still lately; then it resolves once pending cancellations have been read. */
  heard(): Promise<void> | undefined {
    this.#look();
    return performance.now() - this.#overMs < afterwardsMs ? delay(hearMs) : undefined;
  }

  end(): void {
    clearInterval(this.#looks);
  }

  #look(): void {
    const now = performance.now();
    if (now - this.#lookedMs > longMs) this.#overMs = now;
    this.#lookedMs = now;
  }
}
