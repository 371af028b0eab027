const share = 0.1;
const most = 10;

/** A retry budget: limits the load that repeats add to a slow service to one in ten calls. */
export class RepeatBudget {
  #left = most;

  /** Called for the first sending of every call. */
  earn(): void {
    this.#left = Math.min(most, this.#left + share);
  }

  /** Whether the budget allows one more repeat; if so, spends it. */
  spend(): boolean {
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }
}
