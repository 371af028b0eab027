import { setTimeout as delay } from "node:timers/promises";
import { failpoint } from "@parley/messaging";
import type { Logger } from "@parley/runtime";
import type { Channel, Recorded } from "./channel.ts";
import type { Claimed } from "./claimed.ts";

const maxRows = 500;
const gatherMs = 10;
const pauseMs = 500;

type RecordedChannel<Outcome extends Recorded> = Pick<Channel<Claimed, Claimed, Outcome>, "queue" | "what" | "record">;

/** Called with outcomes of which so many were written, and the others skipped: their deliveries have changed, or another owner. */
type OnRecorded<Outcome> = (outcomes: readonly Outcome[], written: number) => void;

/**
 * Records outcomes, many in one statement: while one runs, the next batch fills. It waits for a database that is down: unrecorded
 * deliveries stay in hand, and when this process's lease expires, another process sends them again.
 */
export class Recording<Outcome extends Recorded> {
  readonly #channel: RecordedChannel<Outcome>;
  readonly #log: Logger;
  readonly #onRecorded: OnRecorded<Outcome>;
  #waiting: Outcome[] = [];
  #writing: Promise<void> | undefined;
  #stopped = false;

  constructor(channel: RecordedChannel<Outcome>, log: Logger, onRecorded: OnRecorded<Outcome>) {
    this.#channel = channel;
    this.#log = log;
    this.#onRecorded = onRecorded;
  }

  add(outcome: Outcome): void {
    this.#waiting.push(outcome);
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
  }

  /** Writes the remaining outcomes; gives up if the database does not accept them. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#writing;
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Waits for more outcomes: no caller waits for the result, and few large statements cost less than many small ones.
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
    const { queue, what } = this.#channel;
    let written: number;
    try {
      failpoint(`${queue.kind}.before-record`);
      written = await this.#channel.record(batch);
      failpoint(`${queue.kind}.after-record`);
    } catch (error) {
      this.#log.warn({ err: error, rows: batch.length }, `Recording the outcomes of ${what} failed and will be retried.`);
      return false;
    }
    this.#onRecorded(batch, written);
    return true;
  }
}
