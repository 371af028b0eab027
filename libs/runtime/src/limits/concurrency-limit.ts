import { Failure } from "@parley/kernel";

interface SlotsOptions {
  /** Most that run at a time under one name. */
  readonly running: number;
  /** Most that wait for one of them to end; further ones are refused. */
  readonly waiting: number;
  /** The message for those that are refused. */
  readonly refusal: string;
}

interface Line {
  running: number;
  /** In order of arrival. */
  readonly waiting: Set<() => void>;
}

/** Limits how many calls run at a time, by name, and how many wait for their turn. */
export class ConcurrencyLimit {
  readonly #options: SlotsOptions;
  readonly #lines = new Map<string, Line>();

  constructor(options: SlotsOptions) {
    this.#options = options;
  }

  /**
   * Waits for a slot and returns a function that releases it; calling it again does nothing. Fails with `resource_exhausted` when too many
   * calls are waiting, and with the signal's reason when it is aborted first.
   */
  async take(name: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const line = this.#lines.get(name) ?? { running: 0, waiting: new Set() };
    this.#lines.set(name, line);
    if (line.running < this.#options.running) line.running++;
    else await this.#wait(line, signal);
    return () => this.#giveBack(name, line);
  }

  /** How many calls of a name run and how many wait. */
  usage(name: string): { running: number; waiting: number } {
    const line = this.#lines.get(name);
    return { running: line?.running ?? 0, waiting: line?.waiting.size ?? 0 };
  }

  async #wait({ waiting }: Line, signal: AbortSignal): Promise<void> {
    if (waiting.size >= this.#options.waiting) throw new Failure("resource_exhausted", this.#options.refusal, { reason: "too_many_calls" });
    const turn = Promise.withResolvers<void>();
    const onAbort = () => {
      waiting.delete(turn.resolve);
      turn.reject(signal.reason);
    };
    waiting.add(turn.resolve);
    signal.addEventListener("abort", onAbort, { once: true });
    await turn.promise.finally(() => signal.removeEventListener("abort", onAbort));
  }

  // The slot passes straight to the call that has waited longest, so `running` does not change.
  #giveBack(name: string, line: Line): void {
    const [next] = line.waiting;
    if (next !== undefined) {
      line.waiting.delete(next);
      next();
      return;
    }
    line.running--;
    if (line.running === 0) this.#lines.delete(name);
  }
}
