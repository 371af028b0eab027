const share = 0.1;
const most = 10;

/** Limits the load that repeats add to a slow service: one call in ten. */
export class RepeatBudget {
  #left = most;

  /** Called for every call that is made for the first time. */
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
