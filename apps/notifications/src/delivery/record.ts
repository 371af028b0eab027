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
  /** Writes the outcomes of deliveries that are still leased, and nothing of the others. */
  readonly record: (outcomes: readonly Outcome[]) => Promise<unknown>;
  /** Called with outcomes that are written, or whose delivery another process has. */
  readonly onRecorded: (outcomes: readonly Outcome[]) => void;
  readonly log: Logger;
}

/**
 * Records outcomes, many in one statement: while one runs the next batch fills. A database that is down is waited for: an unrecorded
 * delivery is still leased, and when its lease expires another process sends it again.
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
      log.warn({ err: error, rows: batch.length }, `Recording the outcomes of ${what} failed and will be retried.`);
      return false;
    }
    onRecorded(batch);
    return true;
  }
}
