import type { Database } from "@parley/database";
import type { Logger, Metrics } from "@parley/runtime";
import type { Channel, Health, Recorded } from "./channel.ts";
import type { Claimed, Wait } from "./claimed.ts";
import type { Destination, QueueLimits } from "./destination.ts";
import { Hand } from "./hand.ts";
import { Ownership } from "./ownership.ts";
import { Preparation } from "./prepare.ts";
import { reportQueue } from "./queue-metrics.ts";
import { ReadLoop } from "./read-loop.ts";
import { Recording } from "./record.ts";
import { longestStopMs, Schedule } from "./schedule.ts";
import { applyTo, send } from "./send.ts";

interface Instruments {
  readonly database: Database;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/**
 * Delivers the rows of a durable queue at least once: owns groups of rows, reads them in batches, prepares them, schedules them within the
 * limits of their destinations, sends them, and records the outcomes in batches. While a delivery is in hand, nothing is written about it:
 * it is only in the memory of the process that owns its group, and its outcome is written under the group's fence.
 */
export class DeliveryQueue<Row extends Claimed, Delivery extends Row, Outcome extends Recorded> {
  readonly #channel: Channel<Row, Delivery, Outcome>;
  readonly #limits: QueueLimits;
  readonly #instruments: Instruments;
  readonly #hand: Hand<Row>;
  readonly #ownership: Ownership<Row>;
  readonly #reads: ReadLoop<Row>;
  readonly #preparation: Preparation<Row, Delivery, Outcome>;
  readonly #schedule: Schedule<Delivery>;
  readonly #recording: Recording<Outcome>;

  constructor(channel: Channel<Row, Delivery, Outcome>, limits: QueueLimits, instruments: Instruments) {
    const { queue, what } = channel;
    const { database, log, metrics } = instruments;
    const hand = new Hand<Row>((row) => channel.sequenceOf(row));
    const recording = new Recording<Outcome>(channel, log, (outcomes, written) => {
      hand.drop(outcomes.map(({ claimed }) => claimed));
      // A delivery that has been changed since it was read is to be read again.
      if (written < outcomes.length) this.wake();
    });
    const onOutcome = (outcome: Outcome) => recording.add(outcome);
    const putOff = (waits: readonly Wait<Row>[]) => this.#putOff(waits);
    const giveBack = (rows: readonly Row[]) => {
      hand.giveBack(rows);
      this.wake();
    };
    const recall = (rows: readonly Row[]) => {
      hand.recall(rows);
      if (rows.length > 0) this.wake();
    };
    const handling = { channel, hand, onOutcome, putOff, giveBack, recall };
    const schedule: Schedule<Delivery> = new Schedule<Delivery>(channel, limits, {
      send: (...sent) => send(handling, (destination) => schedule.returnWaiting(destination), ...sent),
      mayBegin: () => ownership.isFresh,
      recall,
    });
    const takenOver = reportQueue(metrics, channel.metricNames, { running: () => schedule.running, claimed: () => hand.count });
    const ownership = new Ownership<Row>(hand, {
      queue,
      database,
      leaseMs: limits.leaseMs,
      onTakenOver: (count) => takenOver.inc(count),
      log,
    });
    this.#preparation = new Preparation(handling, (deliveries) => schedule.add(deliveries), log);
    this.#reads = new ReadLoop<Row>(hand, ownership, limits, {
      queue,
      database,
      what,
      roomsOf: (room) => channel.roomsOf({ hand, schedule }, room),
      onRead: (rows) => this.#preparation.add(rows),
      log,
    });
    this.#channel = channel;
    this.#limits = limits;
    this.#instruments = instruments;
    this.#hand = hand;
    this.#ownership = ownership;
    this.#schedule = schedule;
    this.#recording = recording;
  }

  start(): void {
    this.#reads.start();
  }

  /** Called when there may be rows to read. */
  wake(): void {
    this.#reads.wake();
  }

  /** Resets the state of a destination whose address has changed. */
  moveTo(name: string, address: string): void {
    this.#schedule.moveTo(name, address);
  }

  /** Makes one attempt outside the queue, counted against the limits of its destination. Undefined if the limits do not admit it. */
  sendOutsideQueue<Result>(
    to: { readonly name: string; readonly address: string },
    attempt: () => Promise<{ readonly result: Result } & Health>,
  ): Promise<Result | undefined> {
    return this.#schedule.sendOutsideQueue(to, async (destination: Destination<Delivery>) => {
      const attempted = await attempt();
      applyTo(destination, { ...attempted, address: to.address });
      return attempted.result;
    });
  }

  /**
   * Reads nothing more, hands over everything that is not being sent, and the rest once running deliveries have ended, within a grace time.
   */
  async stop(): Promise<void> {
    await this.#reads.stop();
    await this.#preparation.idle();
    this.#schedule.close();
    const ended = this.#schedule.stop().then(() => this.#recording.stop());
    await this.#ownership.leave(Math.max(this.#limits.leaseMs, 2 * longestStopMs), ended);
  }

  /** Puts deliveries off together with the later ones of their sequences. If the database is down, they are read again at once. */
  async #putOff(unsent: readonly Wait<Row>[]): Promise<void> {
    if (unsent.length === 0) return;
    const { queue, what } = this.#channel;
    const { database, log } = this.#instruments;
    const delayMs = Math.max(...unsent.map((wait) => wait.delayMs));
    const ids = new Set(unsent.map(({ row }) => row.deliveryId));
    const behind = this.#hand.behind(unsent.map(({ row }) => row)).filter((row) => !ids.has(row.deliveryId) && this.#hand.begin(row));
    const waits = [...unsent, ...behind.map((row) => ({ row, delayMs }))];
    try {
      await queue.putOff(database, waits);
    } catch (error) {
      log.warn({ err: error, rows: waits.length }, `Putting off ${what} failed; they will be read again.`);
      this.wake();
    }
    this.#hand.drop(waits.map(({ row }) => row));
  }
}
