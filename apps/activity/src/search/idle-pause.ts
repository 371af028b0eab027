const shortestMs = 250;
const longestMs = 1_000;

/**
 * How long a worker waits that has found nothing to index: longer each time. A look takes a step in the feed for each key that is searched, and requests look
 * through what is written meanwhile themselves.
 */
export class IdlePause {
  #ms = shortestMs;

  next(): number {
    const ms = this.#ms;
    this.#ms = Math.min(2 * ms, longestMs);
    return ms;
  }

  /** There was something to do. */
  end(): void {
    this.#ms = shortestMs;
  }
}
