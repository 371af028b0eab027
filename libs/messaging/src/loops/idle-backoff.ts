import { GrowingDelay } from "@parley/kernel";

const firstMs = 4;

/**
 * The delay after a round that found nothing. The row that woke a loop may be committed a moment later, so the first delays after `reset`
 * are short; each next one is twice as long, up to the limit.
 */
export class IdleBackoff {
  readonly #delay: GrowingDelay;

  constructor(longestMs: number) {
    this.#delay = new GrowingDelay(firstMs, longestMs);
  }

  reset(): void {
    this.#delay.reset();
  }

  /** The next delay; interruptible unless it is too short for that to matter. */
  next(): { ms: number; interruptible: boolean } {
    const ms = this.#delay.next();
    return { ms, interruptible: ms > firstMs };
  }
}
