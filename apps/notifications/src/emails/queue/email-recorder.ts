import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "@parley/database";
import { failpoint } from "@parley/messaging";
import type { Logger } from "@parley/runtime";
import { type Outcome, recordOutcomes } from "./email-outcomes.store.ts";

const maxRows = 500;
const gatherMs = 10;
const pauseMs = 500;

interface RecorderOptions {
  readonly database: Database;
  readonly log: Logger;
  /** Told of mails of which it is written what became of them, or which another process has. */
  readonly onRecorded: (outcomes: readonly Outcome[]) => void;
}

/**
 * Writes what became of mails, many in one statement: while one runs the next fills. A database that is away is waited for: what is not written is
 * still held, and when the leases end another process sends it again.
 */
export class EmailRecorder {
  readonly #options: RecorderOptions;
  #waiting: Outcome[] = [];
  #writing: Promise<void> | undefined;
  #stopped = false;

  constructor(options: RecorderOptions) {
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
    try {
      failpoint("email.before-record");
      await recordOutcomes(this.#options.database, batch);
      failpoint("email.after-record");
    } catch (error) {
      this.#options.log.warn({ err: error, rows: batch.length }, "What became of mails could not be written and will be tried again.");
      return false;
    }
    this.#options.onRecorded(batch);
    return true;
  }
}
