import type { Logger } from "@parley/runtime";
import type { Channel, Prepared, Recorded, Wait } from "./channel.ts";
import type { Hand } from "./hand.ts";
import type { Held } from "./held.ts";

interface PrepareOptions<Row, Delivery, Outcome> {
  /** The delay of a batch that could not be prepared. */
  readonly failedDelayMs: number;
  readonly onReady: (deliveries: readonly Delivery[]) => void;
  readonly onOutcome: (outcome: Outcome) => void;
  readonly putOff: (waits: readonly Wait<Row>[]) => Promise<void>;
  /** Called when rows have been dropped that are to be read again. */
  readonly onRecalled: () => void;
  readonly log: Logger;
}

/** Prepares rows in batches, and passes the deliveries on. */
export class Preparation<Row extends Held, Delivery extends Row, Outcome extends Recorded> {
  readonly #channel: Channel<Row, Delivery, Outcome>;
  readonly #hand: Hand<Row>;
  readonly #options: PrepareOptions<Row, Delivery, Outcome>;
  readonly #running = new Set<Promise<void>>();
  #last: Promise<void> = Promise.resolve();

  constructor(channel: Channel<Row, Delivery, Outcome>, hand: Hand<Row>, options: PrepareOptions<Row, Delivery, Outcome>) {
    this.#channel = channel;
    this.#hand = hand;
    this.#options = options;
  }

  /** Batches are prepared concurrently, and passed on in order where that matters. */
  add(rows: readonly Row[]): void {
    const prepared = this.#prepare(rows);
    const before = this.#channel.isOrdered ? this.#last : Promise.resolve();
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
    const { failedDelayMs, log } = this.#options;
    try {
      return await this.#channel.prepare(rows);
    } catch (error) {
      log.warn({ err: error, rows: rows.length }, `Preparing ${this.#channel.what} failed; they will be read again.`);
      return { ready: [], outcomes: [], waiting: rows.map((row) => ({ row, delayMs: failedDelayMs })) };
    }
  }

  /**
   * Rows that were dropped meanwhile are not passed on, because they may have been read again. Rows without a result are dropped together
   * with the later ones of their sequences.
   */
  async #passOn(rows: readonly Row[], { ready, waiting, outcomes }: Prepared<Row, Delivery, Outcome>): Promise<void> {
    const { onReady, onOutcome, putOff, onRecalled } = this.#options;
    const hand = this.#hand;
    const accounted = [...ready, ...waiting.map(({ row }) => row), ...outcomes.map(({ held }) => held)];
    const known = new Set(accounted.map(({ deliveryId }) => deliveryId));
    const lost = rows.filter((row) => hand.holds(row) && !known.has(row.deliveryId));
    hand.recall(lost);
    if (lost.length > 0) onRecalled();
    const held = new Set(rows.filter((row) => hand.holds(row)).map(({ deliveryId }) => deliveryId));
    const deliveries = ready.filter(({ deliveryId }) => held.has(deliveryId));
    for (const delivery of deliveries) hand.replace(delivery);
    for (const outcome of outcomes) if (held.has(outcome.held.deliveryId)) onOutcome(outcome);
    // These rows are put off before any later delivery of the same sequences can begin.
    const isPutOff = putOff(waiting.filter(({ row }) => held.has(row.deliveryId)));
    onReady(deliveries);
    await isPutOff;
  }
}
