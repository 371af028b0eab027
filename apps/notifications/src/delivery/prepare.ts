import type { Logger } from "@parley/runtime";
import type { Prepared, Recorded } from "./channel.ts";
import type { Claimed } from "./claimed.ts";
import type { Handling } from "./send.ts";

// The delay of a batch that could not be prepared.
const failedDelayMs = 1_000;

/** Prepares rows in batches, and passes the deliveries on. */
export class Preparation<Row extends Claimed, Delivery extends Row, Outcome extends Recorded> {
  readonly #handling: Handling<Row, Delivery, Outcome>;
  readonly #onReady: (deliveries: readonly Delivery[]) => void;
  readonly #log: Logger;
  readonly #running = new Set<Promise<void>>();
  #last: Promise<void> = Promise.resolve();

  constructor(handling: Handling<Row, Delivery, Outcome>, onReady: (deliveries: readonly Delivery[]) => void, log: Logger) {
    this.#handling = handling;
    this.#onReady = onReady;
    this.#log = log;
  }

  /** Batches are prepared concurrently, and passed on in order where that matters. */
  add(rows: readonly Row[]): void {
    const prepared = this.#prepare(rows);
    const before = this.#handling.channel.isOrdered ? this.#last : Promise.resolve();
    const work = before.then(async () => this.#passOn(rows, await prepared)).finally(() => this.#running.delete(work));
    this.#running.add(work);
    this.#last = work;
  }

  /** Waits until everything that was added has been passed on. */
  async idle(): Promise<void> {
    await Promise.all(this.#running);
  }

  /** Returns no results for rows that could not be prepared: they are read again. */
  async #prepare(rows: readonly Row[]): Promise<Prepared<Row, Delivery, Outcome>> {
    try {
      return await this.#handling.channel.prepare(rows);
    } catch (error) {
      this.#log.warn({ err: error, rows: rows.length }, `Preparing ${this.#handling.channel.what} failed; they will be read again.`);
      return { ready: [], outcomes: [], waiting: rows.map((row) => ({ row, delayMs: failedDelayMs })) };
    }
  }

  /**
   * Rows that were dropped meanwhile are not passed on, because they may have been read again. Rows without a result are dropped together
   * with the later ones of their sequences.
   */
  async #passOn(rows: readonly Row[], { ready, waiting, outcomes }: Prepared<Row, Delivery, Outcome>): Promise<void> {
    const { hand, onOutcome, putOff, recall } = this.#handling;
    const accounted = [...ready, ...waiting.map(({ row }) => row), ...outcomes.map(({ claimed }) => claimed)];
    const known = new Set(accounted.map(({ deliveryId }) => deliveryId));
    recall(rows.filter((row) => hand.holds(row) && !known.has(row.deliveryId)));
    const claimed = new Set(rows.filter((row) => hand.holds(row)).map(({ deliveryId }) => deliveryId));
    const deliveries = ready.filter(({ deliveryId }) => claimed.has(deliveryId));
    for (const delivery of deliveries) hand.replace(delivery);
    for (const outcome of outcomes) if (claimed.has(outcome.claimed.deliveryId)) onOutcome(outcome);
    // These rows are put off before any later delivery of the same sequences can begin.
    const isPutOff = putOff(waiting.filter(({ row }) => claimed.has(row.deliveryId)));
    this.#onReady(deliveries);
    await isPutOff;
  }
}
