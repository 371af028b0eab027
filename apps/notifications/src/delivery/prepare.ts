import type { Logger } from "@parley/runtime";
import type { Leased, Prepared, Recorded } from "./delivery.ts";
import type { Leases } from "./leases.ts";

export interface PrepareOptions<Row extends Leased, Ready extends Leased, Outcome extends Recorded> {
  readonly what: string;
  readonly leases: Leases<Row>;
  /** Removes rows that cannot be sent, and completes the others. */
  readonly prepare: (rows: readonly Row[]) => Promise<Prepared<Row, Ready, Outcome>>;
  /** Whether batches are prepared one after another, so that deliveries stay in order; otherwise each at once. */
  readonly isOrdered: boolean;
  /** For how long a batch waits that could not be prepared. */
  readonly failedDelayMs: number;
  readonly onReady: (deliveries: readonly Ready[]) => void;
  readonly onOutcome: (outcome: Outcome) => void;
  readonly log: Logger;
}

/** Makes deliveries of claimed rows, batch by batch, and passes them on. */
export class Preparation<Row extends Leased, Ready extends Leased, Outcome extends Recorded> {
  readonly #options: PrepareOptions<Row, Ready, Outcome>;
  readonly #running = new Set<Promise<void>>();
  #last: Promise<void> = Promise.resolve();

  constructor(options: PrepareOptions<Row, Ready, Outcome>) {
    this.#options = options;
  }

  add(rows: readonly Row[]): void {
    const before = this.#options.isOrdered ? this.#last : Promise.resolve();
    const work = before.then(() => this.#prepare(rows)).finally(() => this.#running.delete(work));
    this.#running.add(work);
    this.#last = work;
  }

  /** Waits until everything that was added has been passed on. */
  async idle(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #prepare(rows: readonly Row[]): Promise<void> {
    const { what, leases, prepare, failedDelayMs, onReady, onOutcome, log } = this.#options;
    try {
      const { ready, waiting, outcomes } = await prepare(rows);
      const accounted = [...ready, ...waiting.map(({ row }) => row), ...outcomes.map(({ leased }) => leased)];
      const known = new Set(accounted.map(({ deliveryId }) => deliveryId));
      leases.release(rows.filter(({ deliveryId }) => !known.has(deliveryId)));
      for (const outcome of outcomes) onOutcome(outcome);
      onReady(ready);
      await leases.putBack(waiting);
    } catch (error) {
      log.warn({ err: error, rows: rows.length }, `Preparing ${what} failed; they will be claimed again.`);
      await leases.putBack(rows.map((row) => ({ row, delayMs: failedDelayMs })));
    }
  }
}
