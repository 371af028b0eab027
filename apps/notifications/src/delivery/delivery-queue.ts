import type { Logger, Metrics } from "@parley/runtime";
import type { Channel, Leased, Recorded, Word } from "./channel.ts";
import { ClaimLoop } from "./claim.ts";
import type { Destination } from "./destination.ts";
import { Leases } from "./leases.ts";
import { Preparation } from "./prepare.ts";
import type { QueueLimits } from "./queue-limits.ts";
import { reportQueue } from "./queue-metrics.ts";
import { Recording } from "./record.ts";
import { Schedule } from "./schedule.ts";
import { judge, send } from "./send.ts";

interface Instruments {
  readonly log: Logger;
  readonly metrics: Metrics;
}

/**
 * Delivers the rows of a durable queue at least once: claims them in batches, prepares them, schedules them within the limits of their
 * destinations, sends them, and records the outcomes in batches. Leased work as in the messaging lib, with the same leases and fences, but
 * without its worker: that one ends each piece of work by a separate statement, which costs several times as much as sending, and knows no
 * destinations.
 */
export class DeliveryQueue<Row extends Leased, Delivery extends Row, Outcome extends Recorded> {
  readonly #leases: Leases<Row>;
  readonly #claims: ClaimLoop<Row>;
  readonly #preparation: Preparation<Row, Delivery, Outcome>;
  readonly #schedule: Schedule<Delivery>;
  readonly #recording: Recording<Outcome>;

  constructor(channel: Channel<Row, Delivery, Outcome>, limits: QueueLimits, { log, metrics }: Instruments) {
    const { store, what } = channel;
    const leases = new Leases<Row>(store, { what, leaseMs: limits.leaseMs, log });
    const recording = new Recording<Outcome>(channel, log, (outcomes) => leases.release(outcomes.map(({ leased }) => leased)));
    const onOutcome = (outcome: Outcome) => recording.add(outcome);
    const schedule: Schedule<Delivery> = new Schedule<Delivery>(limits, {
      destinationOf: (delivery) => channel.destinationOf(delivery),
      sequenceOf: (delivery) => channel.sequenceOf(delivery),
      perSecondOf: (delivery) => channel.perSecondOf?.(delivery),
      ownerOf: (destination) => channel.ownerOf?.(destination) ?? destination,
      send: (...sent) => send({ channel, leases, onOutcome, rest: (destination) => schedule.rest(destination) }, ...sent),
      giveBack: (deliveries, isStopping) =>
        leases.putBack(deliveries.map((row) => ({ row, delayMs: isStopping ? 0 : limits.restDelayMs() }))),
    });
    const onReady = (deliveries: readonly Delivery[]) => schedule.add(deliveries);
    const preparation = new Preparation(channel, leases, { failedDelayMs: limits.failedDelayMs, onReady, onOutcome, log });
    const takenOver = reportQueue(metrics, channel.metricNames, { running: () => schedule.running, leased: () => leases.count });
    this.#claims = new ClaimLoop<Row>(leases, limits, {
      kind: channel.kind,
      what,
      promotedAtOnce: store.promotedAtOnce,
      promote: () => store.promote(),
      claim: (asked) => store.claim(asked, { leases, schedule }),
      onClaimed: (rows) => preparation.add(rows),
      onTakenOver: (count) => takenOver.inc(count),
      log,
    });
    this.#leases = leases;
    this.#preparation = preparation;
    this.#schedule = schedule;
    this.#recording = recording;
  }

  start(): void {
    this.#claims.start();
    this.#leases.start();
  }

  /** Called when there may be something to send. */
  wake(): void {
    this.#claims.wake();
  }

  /** Lets a destination that has moved forget what happened at another address. */
  moveTo(name: string, address: string): void {
    this.#schedule.moveTo(name, address);
  }

  /**
   * Makes one attempt that is not a delivery: within the limits of its destination, and with effect on them. Undefined when they do not
   * admit it.
   */
  beside<Result>(
    to: { readonly name: string; readonly address: string },
    attempt: () => Promise<{ readonly result: Result } & Word>,
  ): Promise<Result | undefined> {
    return this.#schedule.beside(to, async (destination: Destination<Delivery>) => {
      const attempted = await attempt();
      judge(destination, { ...attempted, address: to.address });
      return attempted.result;
    });
  }

  /** Claims nothing more, waits for running deliveries within a grace time, and gives the rest back. */
  async stop(): Promise<void> {
    await this.#claims.stop();
    await this.#preparation.idle();
    await this.#schedule.stop();
    await this.#recording.stop();
    await this.#leases.stop();
  }
}
