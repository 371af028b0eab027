import { type Logger, OutageLog } from "@parley/runtime";
import { backoffMs } from "./backoff.ts";

/** How long a loop rests after a round. `wake` ends a rest that is "idle" at once and any other at its time. */
export interface Rest {
  readonly ms: number;
  readonly wakes: boolean;
}

/**
 * Background work in rounds, one at a time, until stopped. A round that throws is told (`OutageLog`) and tried again after a pause that grows; a rest may
 * be cut short by `wake`.
 */
export class PacedLoop {
  readonly #outage: OutageLog;
  readonly #name: string;
  readonly #round: () => Promise<Rest>;
  #running: Promise<void> | undefined;
  #stopped = false;
  #woken = false;
  #failures = 0;
  #endRest: (() => void) | undefined;
  #wakes = false;

  constructor(log: Logger, name: string, round: () => Promise<Rest>) {
    this.#outage = new OutageLog(log);
    this.#name = name;
    this.#round = round;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** There may be something to do now. Cheap; may be called from anywhere and any number of times. */
  wake(): void {
    this.#woken = true;
    if (this.#wakes) this.#endRest?.();
  }

  /** Lets the running round finish. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#endRest?.();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      this.#woken = false;
      const rest = await this.#tryRound();
      await this.#rest(rest);
    }
  }

  async #tryRound(): Promise<Rest> {
    try {
      const rest = await this.#round();
      this.#failures = 0;
      this.#outage.over({}, `${this.#name} works again.`);
      return rest;
    } catch (error) {
      this.#failures++;
      this.#outage.failed({ err: error, failures: this.#failures }, `${this.#name} failed and will be tried again.`);
      return { ms: backoffMs(this.#failures), wakes: false };
    }
  }

  async #rest({ ms, wakes }: Rest): Promise<void> {
    if (this.#stopped || (wakes && this.#woken)) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    this.#endRest = resolve;
    this.#wakes = wakes;
    await promise;
    clearTimeout(timer);
    this.#endRest = undefined;
  }
}
