import type { Logger } from "@parley/runtime";
import type { Channel, Leased, Recorded } from "./channel.ts";
import type { Leases } from "./leases.ts";

interface PrepareOptions<Delivery, Outcome> {
  /** For how long a batch waits that could not be prepared. */
  readonly failedDelayMs: number;
  readonly onReady: (deliveries: readonly Delivery[]) => void;
  readonly onOutcome: (outcome: Outcome) => void;
  readonly log: Logger;
}

/** Makes deliveries of claimed rows, batch by batch, and passes them on. */
export class Preparation<Row extends Leased, Delivery extends Row, Outcome extends Recorded> {
  readonly #channel: Channel<Row, Delivery, Outcome>;
  readonly #leases: Leases<Row>;
  readonly #options: PrepareOptions<Delivery, Outcome>;
  readonly #running = new Set<Promise<void>>();
  #last: Promise<void> = Promise.resolve();

  constructor(channel: Channel<Row, Delivery, Outcome>, leases: Leases<Row>, options: PrepareOptions<Delivery, Outcome>) {
    this.#channel = channel;
    this.#leases = leases;
    this.#options = options;
  }

  add(rows: readonly Row[]): void {
    const before = this.#channel.isOrdered ? this.#last : Promise.resolve();
    const work = before.then(() => this.#prepare(rows)).finally(() => this.#running.delete(work));
    this.#running.add(work);
    this.#last = work;
  }

  /** Waits until everything that was added has been passed on. */
  async idle(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #prepare(rows: readonly Row[]): Promise<void> {
    const { failedDelayMs, onReady, onOutcome, log } = this.#options;
    const leases = this.#leases;
    try {
      const { ready, waiting, outcomes } = await this.#channel.prepare(rows);
      const accounted = [...ready, ...waiting.map(({ row }) => row), ...outcomes.map(({ leased }) => leased)];
      const known = new Set(accounted.map(({ deliveryId }) => deliveryId));
      leases.release(rows.filter(({ deliveryId }) => !known.has(deliveryId)));
      for (const outcome of outcomes) onOutcome(outcome);
      onReady(ready);
      await leases.putBack(waiting);
    } catch (error) {
      log.warn({ err: error, rows: rows.length }, `Preparing ${this.#channel.what} failed; they will be claimed again.`);
      await leases.putBack(rows.map((row) => ({ row, delayMs: failedDelayMs })));
    }
  }
}
