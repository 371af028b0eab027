import type { Claimed, Rooms, Wait } from "./claimed.ts";
import type { Destination } from "./destination.ts";
import type { OwnedQueue } from "./owned-queue.store.ts";
import type { QueueMetricNames } from "./queue-metrics.ts";

/**
 * A kind of delivery run by `DeliveryQueue`: webhooks to endpoints, or mails to providers. A row of its queue is read, prepared, and sent;
 * the outcome is recorded.
 */
export interface Channel<Row extends Claimed, Delivery extends Row, Outcome extends Recorded> extends Addressing<Delivery, Row> {
  readonly queue: OwnedQueue<Row>;
  /** The plural noun for its deliveries in log lines. */
  readonly what: string;
  readonly metricNames: QueueMetricNames;
  /** Whether batches are prepared one after another, so that deliveries stay in order; otherwise each is passed on when it is ready. */
  readonly isOrdered: boolean;
  /** Removes rows that cannot be sent, and completes the others. */
  prepare(rows: readonly Row[]): Promise<Prepared<Row, Delivery, Outcome>>;
  /** The most rows to read next, in addition to the deliveries in hand, if this process may hold `room` more. */
  roomsOf(inHand: InHand<Delivery>, room: number): Rooms;
  /** Called when a destination is paused, with the delivery that failed last. Never fails. */
  onPaused?(delivery: Delivery, attempted: { readonly outcome: Outcome }): Promise<void>;
  /** Makes one attempt. Fails if the delivery was not sent, or if that is unknown. */
  send(delivery: Delivery, controls: AttemptControls): Promise<Attempted<Outcome>>;
  /** Writes the outcomes of deliveries that this process still owns, and skips the others. Returns how many were written. */
  record(outcomes: readonly Outcome[]): Promise<number>;
}

/** Where deliveries go, and which of them share limits. */
export interface Addressing<Delivery, Row = Delivery> {
  /** The endpoint or mail server that the delivery goes to. */
  destinationOf(delivery: Delivery): string;
  /** Deliveries of one sequence are sent one after another. */
  sequenceOf(row: Row): string;
  /** The highest rate of the destination, if it is lower than that of all destinations. */
  perSecondOf?(delivery: Delivery): number | undefined;
  /** The owner of a destination: an owner with many destinations does not take the capacity of others. */
  ownerOf?(destination: string): string;
}

/** The deliveries that this process holds; they limit how many more are read from each group. */
export interface InHand<Delivery> {
  readonly hand: { counts(): Iterable<[string, number]>; countOf(group: string): number };
  readonly schedule: {
    of(name: string): Destination<Delivery>;
    destinations(nowMs: number, isWanted: (name: string) => boolean): Iterable<Destination<Delivery>>;
  };
}

/** The result of preparing rows. Rows in none of the lists no longer exist, or another process owns them. */
export interface Prepared<Row, Delivery, Outcome> {
  readonly ready: readonly Delivery[];
  readonly waiting: readonly Wait<Row>[];
  readonly outcomes: readonly Outcome[];
}

/** The controls of an attempt besides sending. */
export interface AttemptControls {
  /** Aborted when the process stops. */
  readonly signal: AbortSignal;
  /** Gives back the waiting deliveries of the same destination. */
  readonly returnWaiting: () => void;
  /** Reports the address that the request goes to, for destinations that can move. */
  readonly moveTo: (address: string) => void;
}

/**
 * The result of an attempt: an outcome with its finding about the destination (none, for example, if only this delivery was refused); a
 * delay; or undefined if nothing is left of the delivery.
 */
export type Attempted<Outcome> = ({ readonly outcome: Outcome } & Health) | { readonly delayMs: number } | undefined;

/** What one request shows of the health of its destination. */
export interface Health {
  readonly destination?: "works" | "fails" | undefined;
  /** The pause that the destination has asked for. */
  readonly pauseMs?: number | undefined;
  /** The address of the request, for destinations that can move. */
  readonly address?: string | undefined;
}

/** The outcome of a delivery, to be recorded. */
export interface Recorded {
  readonly claimed: Claimed;
}
