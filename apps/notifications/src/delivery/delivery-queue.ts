import type { Logger, Metrics } from "@parley/runtime";
import { type Claim, type Claimed, ClaimLoop, type ClaimOptions } from "./claim.ts";
import type { Kind, Leased, Recorded, Word } from "./delivery.ts";
import type { Destination } from "./destination.ts";
import { Leases, type LeasesOptions } from "./leases.ts";
import { Preparation, type PrepareOptions } from "./prepare.ts";
import { type QueueMetricNames, reportQueue } from "./queue-metrics.ts";
import { Recording, type RecordOptions } from "./record.ts";
import { Schedule, type ScheduleOptions } from "./schedule.ts";
import { judge, type SendOptions, send } from "./send.ts";

/** The deliveries that this process holds: they decide how many more of each group are claimed. */
export interface InHand<Row extends Leased, Ready extends Leased> {
  readonly leases: Leases<Row>;
  readonly schedule: Schedule<Ready>;
}

/** The differences between queues: statements, payloads, providers, limits. */
interface DeliveryQueueOptions<Row extends Leased, Ready extends Row, Outcome extends Recorded, Turn>
  extends Pick<LeasesOptions<Row>, "groupOf" | "extend" | "putBack">,
    Pick<ClaimOptions<Row, Turn>, "maxLeased" | "maxClaimed" | "promoteEveryMs" | "promotedAtOnce" | "promote">,
    Pick<PrepareOptions<Row, Ready, Outcome>, "prepare" | "isOrdered" | "failedDelayMs">,
    Pick<ScheduleOptions<Ready>, "bounds" | "concurrency" | "destinationOf" | "sequenceOf" | "graceMs">,
    Pick<SendOptions<Row, Ready, Outcome>, "attempt">,
    Pick<RecordOptions<Outcome>, "record"> {
  readonly kind: Kind;
  /** The kind of thing delivered, for the log. */
  readonly what: string;
  readonly leaseMs: number;
  readonly claim: (claim: Claim<Turn>, inHand: InHand<Row, Ready>) => Promise<Claimed<Row, Turn>>;
  /** For how long deliveries to a paused destination are given back. */
  readonly restDelayMs: () => number;
  readonly metricNames: QueueMetricNames;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/**
 * Delivers the rows of a durable queue at least once: claims them in batches, prepares them, schedules them within the limits of their
 * destinations, sends them, and records the outcomes in batches. Leased work as in the messaging lib, with the same leases and fences, but
 * without its worker: that one ends each piece of work by a separate statement, which costs several times as much as sending, and knows no
 * destinations.
 */
export class DeliveryQueue<Row extends Leased, Ready extends Row, Outcome extends Recorded, Turn> {
  readonly #leases: Leases<Row>;
  readonly #claims: ClaimLoop<Row, Turn>;
  readonly #preparation: Preparation<Row, Ready, Outcome>;
  readonly #schedule: Schedule<Ready>;
  readonly #recording: Recording<Outcome>;

  constructor(options: DeliveryQueueOptions<Row, Ready, Outcome, Turn>) {
    const { attempt, claim, restDelayMs, metrics, metricNames } = options;
    const leases = new Leases<Row>(options);
    const recording = new Recording<Outcome>({
      ...options,
      onRecorded: (outcomes) => leases.release(outcomes.map(({ leased }) => leased)),
    });
    const onOutcome = (outcome: Outcome) => recording.add(outcome);
    const schedule: Schedule<Ready> = new Schedule<Ready>({
      ...options,
      send: (...sent) => send({ leases, attempt, onOutcome, rest: (destination) => schedule.rest(destination) }, ...sent),
      giveBack: (deliveries, isStopping) => leases.putBack(deliveries.map((row) => ({ row, delayMs: isStopping ? 0 : restDelayMs() }))),
    });
    const preparation = new Preparation({ ...options, leases, onOutcome, onReady: (deliveries) => schedule.add(deliveries) });
    const takenOver = reportQueue(metrics, metricNames, { running: () => schedule.running, leased: () => leases.count });
    this.#claims = new ClaimLoop({
      ...options,
      leases,
      claim: (asked) => claim(asked, { leases, schedule }),
      onClaimed: (rows) => preparation.add(rows),
      onTakenOver: (count) => takenOver.inc(count),
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
    return this.#schedule.beside(to, async (destination: Destination<Ready>) => {
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
