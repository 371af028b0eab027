import type { Logger, Metrics } from "@parley/runtime";
import { type Claim, type Claimed, ClaimLoop, type ClaimOptions } from "./claim.ts";
import type { Kind, Leased, Recorded } from "./delivery.ts";
import type { Destination } from "./destination.ts";
import { Leases, type LeasesOptions } from "./leases.ts";
import { Preparation, type PrepareOptions } from "./prepare.ts";
import { type QueueMetricNames, reportQueue } from "./queue-metrics.ts";
import { Recording, type RecordOptions } from "./record.ts";
import { Schedule, type ScheduleOptions } from "./schedule.ts";
import { judge, type SendOptions, send } from "./send.ts";

/** What this process has in hand, for whoever decides how much more is claimed of what. */
export interface InHand<Row extends Leased, Ready extends Leased> {
  readonly leases: Leases<Row>;
  readonly schedule: Schedule<Ready>;
}

/** What differs from one queue to another: statements, payloads, providers, bounds. */
interface DeliveryQueueOptions<Row extends Leased, Ready extends Row, Outcome extends Recorded, Turn>
  extends Pick<LeasesOptions<Row>, "groupOf" | "extend" | "putBack">,
    Pick<ClaimOptions<Row, Turn>, "maxLeased" | "maxClaimed" | "promoteEveryMs" | "promotedAtOnce" | "promote">,
    Pick<PrepareOptions<Row, Ready, Outcome>, "prepare" | "isOrdered" | "failedDelayMs">,
    Pick<ScheduleOptions<Ready>, "bounds" | "concurrency" | "destinationOf" | "sequenceOf" | "graceMs">,
    Pick<SendOptions<Row, Ready, Outcome>, "attempt">,
    Pick<RecordOptions<Outcome>, "record"> {
  readonly kind: Kind;
  /** What is delivered, for the log. */
  readonly what: string;
  readonly leaseMs: number;
  readonly claim: (claim: Claim<Turn>, inHand: InHand<Row, Ready>) => Promise<Claimed<Row, Turn>>;
  /** How long deliveries are given back whose destination is left alone. */
  readonly restDelayMs: () => number;
  readonly metricNames: QueueMetricNames;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/**
 * Delivers what a durable queue holds, at least once: claims it in batches, prepares it, schedules it within the bounds of its destinations,
 * sends it, and records what came of it in batches. Leased work as in the messaging lib, with the same leases and fences, but not its worker:
 * that one ends each piece of work by its own statement, which costs several times what sending does, and knows no destinations.
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

  /** There may be something to send. */
  wake(): void {
    this.#claims.wake();
  }

  /** Makes one attempt that is no delivery: within the bounds of its destination, and with a say in them. Undefined when they do not let it through. */
  beside<Result>(
    name: string,
    attempt: () => Promise<{ readonly result: Result } & Parameters<typeof judge>[1]>,
  ): Promise<Result | undefined> {
    return this.#schedule.beside(name, async (destination: Destination<Ready>) => {
      const attempted = await attempt();
      judge(destination, attempted);
      return attempted.result;
    });
  }

  /** Claims nothing more, lets what runs finish within a grace time, gives the rest back. */
  async stop(): Promise<void> {
    await this.#claims.stop();
    await this.#preparation.idle();
    await this.#schedule.stop();
    await this.#recording.stop();
    await this.#leases.stop();
  }
}
