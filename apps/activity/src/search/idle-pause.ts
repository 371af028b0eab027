const shortestMs = 250;
const longestMs = 1_000;

/**
 * The pause of a worker that found nothing to index; it grows each time. Each look takes a step in the feed for every indexed key. A pause
 * delays no result, because requests search recent changes themselves.
 */
export class IdlePause {
  #ms = shortestMs;

  next(): number {
    const ms = this.#ms;
    this.#ms = Math.min(2 * ms, longestMs);
    return ms;
  }

  /** Ends the idle period. */
  end(): void {
    this.#ms = shortestMs;
  }
}
