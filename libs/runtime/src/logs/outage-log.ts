import type { Logger } from "./logging.ts";

const tellEveryMs = 60_000;

/**
 * Logs repeated failures while a dependency is down: one line when that begins, then one a minute with the number of failures that were not
 * logged, and one when it is over. Without `over`, a failure after a quiet minute begins another outage.
 */
export class OutageLog {
  readonly #log: Logger;
  readonly #now: () => number;
  #told: { readonly sinceMs: number; atMs: number; untold: number } | undefined;

  constructor(log: Logger, now: () => number = () => performance.now()) {
    this.#log = log;
    this.#now = now;
  }

  failed(fields: object, message: string): void {
    const now = this.#now();
    if (this.#told !== undefined && now - this.#told.atMs < tellEveryMs) {
      this.#told.untold++;
      return;
    }
    const untold = this.#told?.untold ?? 0;
    this.#log.warn(untold === 0 ? fields : { ...fields, untold }, message);
    this.#told = { sinceMs: this.#told?.sinceMs ?? now, atMs: now, untold: 0 };
  }

  /** Call it when the dependency works again. Costs nothing while nothing has failed. */
  over(fields: object, message: string): void {
    if (this.#told === undefined) return;
    const { sinceMs, untold } = this.#told;
    this.#told = undefined;
    this.#log.info({ ...fields, untold, seconds: Math.round((this.#now() - sinceMs) / 1_000) }, message);
  }
}
