import { setTimeout as delay } from "node:timers/promises";
import { failpoint } from "@parley/messaging";
import type { Logger } from "@parley/runtime";
import type { Kind, Recorded } from "./delivery.ts";

const maxRows = 500;
const gatherMs = 10;
const pauseMs = 500;

export interface RecordOptions<Outcome> {
  readonly kind: Kind;
  readonly what: string;
  /** Writes those that are still leased; of the others nothing. */
  readonly record: (outcomes: readonly Outcome[]) => Promise<unknown>;
  /** Given outcomes that are written, or of deliveries that another process has. */
  readonly onRecorded: (outcomes: readonly Outcome[]) => void;
  readonly log: Logger;
}

/**
 * Writes what became of deliveries, many in one statement: while one runs the next fills. A database that is away is waited for: what is not
 * written is still leased, and when the leases end another process sends it again.
 */
export class Recording<Outcome extends Recorded> {
  readonly #options: RecordOptions<Outcome>;
  #waiting: Outcome[] = [];
  #writing: Promise<void> | undefined;
  #stopped = false;

  constructor(options: RecordOptions<Outcome>) {
    this.#options = options;
  }

  add(outcome: Outcome): void {
    this.#waiting.push(outcome);
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
  }

  /** Writes what is left; gives up when the database does not take it. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#writing;
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Nobody waits for it, and few large statements cost less than many small ones.
      if (!this.#stopped && this.#waiting.length < maxRows) await delay(gatherMs);
      const batch = this.#waiting.splice(0, maxRows);
      if (!(await this.#tryWrite(batch))) {
        this.#waiting.unshift(...batch);
        if (this.#stopped) return;
        await delay(pauseMs);
      }
    }
  }

  async #tryWrite(batch: readonly Outcome[]): Promise<boolean> {
    const { kind, what, record, onRecorded, log } = this.#options;
    try {
      failpoint(`${kind}.before-record`);
      await record(batch);
      failpoint(`${kind}.after-record`);
    } catch (error) {
      log.warn({ err: error, rows: batch.length }, `Writing what became of ${what} failed and will be tried again.`);
      return false;
    }
    onRecorded(batch);
    return true;
  }
}
