import { GrowingDelay } from "@parley/kernel";

const firstPauseMs = 5_000;
const longestPauseMs = 60_000;

/**
 * Circuit breaker: pauses an endpoint after `maxFailures` failures in a row. After the pause one request probes it: a success closes the
 * breaker, a failure begins a longer pause.
 */
export class Breaker {
  readonly #maxFailures: number;
  #failures = 0;
  readonly #pause = new GrowingDelay(firstPauseMs, longestPauseMs);
  #closedUntilMs = 0;

  constructor(maxFailures: number) {
    this.#maxFailures = maxFailures;
  }

  /** How many requests may run at the same time: none during a pause, one after it. */
  limitAt(nowMs: number): number {
    if (nowMs < this.#closedUntilMs) return 0;
    return this.#failures < this.#maxFailures ? Number.POSITIVE_INFINITY : 1;
  }

  /** Whether the breaker has no state to keep. */
  get isQuiet(): boolean {
    return this.#failures === 0 && this.#closedUntilMs === 0;
  }

  /** Closes it, because the endpoint works or its address has changed. */
  reset(): void {
    this.#failures = 0;
    this.#pause.reset();
    this.#closedUntilMs = 0;
  }

  /** Counts a failure; returns whether a pause begins. */
  failed(nowMs: number): boolean {
    this.#failures++;
    if (this.#failures < this.#maxFailures || nowMs < this.#closedUntilMs) return false;
    this.#closedUntilMs = nowMs + this.#pause.next() * (0.8 + Math.random() * 0.4);
    return true;
  }

  /** Pauses the endpoint at its own request. */
  pauseUntil(ms: number): void {
    this.#closedUntilMs = Math.max(this.#closedUntilMs, ms);
  }
}
