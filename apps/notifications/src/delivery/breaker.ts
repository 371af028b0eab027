const firstPauseMs = 5_000;
const longestPauseMs = 60_000;

/**
 * Pauses an endpoint after so many failures in a row. After the pause one request probes it: its success closes the breaker, its failure
 * begins a longer pause.
 */
export class Breaker {
  readonly #maxFailures: number;
  #failures = 0;
  #pauseMs = firstPauseMs;
  #closedUntilMs = 0;

  constructor(maxFailures: number) {
    this.#maxFailures = maxFailures;
  }

  /** How many requests may run at the same time: none during a pause, one after it. */
  limitAt(nowMs: number): number {
    if (nowMs < this.#closedUntilMs) return 0;
    return this.#failures < this.#maxFailures ? Number.POSITIVE_INFINITY : 1;
  }

  /** Whether there is nothing to remember. */
  get isQuiet(): boolean {
    return this.#failures === 0 && this.#closedUntilMs === 0;
  }

  succeeded(): void {
    this.reset();
  }

  /** Forgets everything, because the endpoint has moved. */
  reset(): void {
    this.#failures = 0;
    this.#pauseMs = firstPauseMs;
    this.#closedUntilMs = 0;
  }

  /** Returns whether a pause begins. */
  failed(nowMs: number): boolean {
    this.#failures++;
    if (this.#failures < this.#maxFailures || nowMs < this.#closedUntilMs) return false;
    this.#closedUntilMs = nowMs + this.#pauseMs * (0.8 + Math.random() * 0.4);
    this.#pauseMs = Math.min(longestPauseMs, this.#pauseMs * 2);
    return true;
  }

  /** Pauses the endpoint because it has asked for it. */
  pauseUntil(ms: number): void {
    this.#closedUntilMs = Math.max(this.#closedUntilMs, ms);
  }
}
