/** Waits as long as there is progress: it is over when the remainder has not decreased for some time, however slow the machine is. */
export class Patience {
  readonly #withinMs: number;
  #least = Number.POSITIVE_INFINITY;
  #sinceMs = performance.now();

  constructor(withinMs: number) {
    this.#withinMs = withinMs;
  }

  /** Called with the remainder. */
  isOver(left: number): boolean {
    if (left < this.#least) {
      this.#least = left;
      this.#sinceMs = performance.now();
    }
    return performance.now() - this.#sinceMs > this.#withinMs;
  }
}
