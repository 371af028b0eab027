import { backoffMs } from "@parley/kernel";
import { type Logger, OutageLog } from "@parley/runtime";

/** The delay of a loop after a round. `wake` ends an interruptible delay at once; any other runs out. */
export interface Delay {
  readonly ms: number;
  readonly interruptible: boolean;
}

/**
 * Background work in rounds, one at a time, until stopped. A round that throws is logged (`OutageLog`) and retried with backoff; `wake` may
 * interrupt a delay.
 */
export class PollLoop {
  readonly #outage: OutageLog;
  readonly #name: string;
  readonly #round: () => Promise<Delay>;
  #running: Promise<void> | undefined;
  #stopped = false;
  #woken = false;
  #failures = 0;
  #endDelay: (() => void) | undefined;
  #interruptible = false;

  constructor(log: Logger, name: string, round: () => Promise<Delay>) {
    this.#outage = new OutageLog(log);
    this.#name = name;
    this.#round = round;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Call it when there may be work. It is cheap, and may be called from anywhere, any number of times. */
  wake(): void {
    this.#woken = true;
    if (this.#interruptible) this.#endDelay?.();
  }

  /** Waits for the running round. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#endDelay?.();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      this.#woken = false;
      const delay = await this.#tryRound();
      await this.#wait(delay);
    }
  }

  async #tryRound(): Promise<Delay> {
    try {
      const delay = await this.#round();
      this.#failures = 0;
      this.#outage.over({}, `${this.#name} works again.`);
      return delay;
    } catch (error) {
      this.#failures++;
      this.#outage.failed({ err: error, failures: this.#failures }, `${this.#name} failed and will be tried again.`);
      return { ms: backoffMs(this.#failures), interruptible: false };
    }
  }

  async #wait({ ms, interruptible }: Delay): Promise<void> {
    if (this.#stopped || (interruptible && this.#woken)) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    this.#endDelay = resolve;
    this.#interruptible = interruptible;
    await promise;
    clearTimeout(timer);
    this.#endDelay = undefined;
  }
}
