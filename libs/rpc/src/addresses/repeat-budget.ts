const share = 0.1;
const most = 10;

/** Bounds what repeats add to the load of services that are slow: one call in ten. */
export class RepeatBudget {
  #left = most;

  /** A call has been made for the first time. */
  earn(): void {
    this.#left = Math.min(most, this.#left + share);
  }

  /** Returns whether one more repeat is within the budget, and takes it out. */
  spend(): boolean {
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }
}
