const shortestMs = 250;
const longestMs = 1_000;

/**
 * The growing pause of a worker that finds nothing to index, because each poll costs one lookup per indexed API key. A pause delays no
 * result, because requests search recent changes themselves.
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
