import type { Failpoint } from "@parley/messaging";
import type { Destination } from "./destination.ts";
import type { QueueMetricNames } from "./queue-metrics.ts";

/**
 * A kind of delivery, as `DeliveryQueue` runs it: webhooks to endpoints, mails to providers. A row of its queue is claimed, prepared to a
 * delivery, and sent; the outcome is recorded.
 */
export interface Channel<Row extends Leased, Delivery extends Row, Outcome extends Recorded> {
  readonly kind: Kind;
  /** What is delivered, for the log. */
  readonly what: string;
  readonly metricNames: QueueMetricNames;
  readonly store: QueueStore<Row, Delivery, Outcome>;
  /** Whether batches are prepared one after another, so that deliveries stay in order; otherwise each at once. */
  readonly isOrdered: boolean;
  /** Removes rows that cannot be sent, and completes the others. */
  prepare(rows: readonly Row[]): Promise<Prepared<Row, Delivery, Outcome>>;
  /** The endpoint or mail server that the delivery goes to. */
  destinationOf(delivery: Delivery): string;
  /** Deliveries of one sequence are sent one after another. */
  sequenceOf(delivery: Delivery): string;
  /** Most that its destination takes in a second, when that is less than all take. */
  perSecondOf?(delivery: Delivery): number | undefined;
  /** The owner of a destination: one with many destinations does not take the places of others. */
  ownerOf?(destination: string): string;
  /** Called when a destination begins to be left alone, with the delivery that failed last. */
  onPaused?(delivery: Delivery, attempted: { readonly outcome: Outcome }): void;
  /** Makes one attempt. Fails when the delivery was not sent, or nobody can know whether it was. */
  send(delivery: Delivery, controls: AttemptControls): Promise<Attempted<Outcome>>;
}

/** The statements about a channel's queue. */
interface QueueStore<Row extends Leased, Delivery extends Row, Outcome extends Recorded> extends LeaseStore<Row> {
  claim(claim: Claim, inHand: InHand<Delivery>): Promise<Claimed<Row>>;
  /** Makes due rows ready, at most `promotedAtOnce`. Returns how many, and how many of them were leases that have expired. */
  promote(): Promise<{ readonly rows: number; readonly takenOver: number }>;
  readonly promotedAtOnce: number;
  /** Writes the outcomes of deliveries that are still leased, and nothing of the others. */
  record(outcomes: readonly Outcome[]): Promise<unknown>;
}

/** The statements about claimed rows. */
export interface LeaseStore<Row extends Leased> {
  /** The groups that are claimed in turn: an endpoint, an API key. */
  groupOf(row: Row): string;
  /** Extends leases; returns the ids of the rows that are still leased. */
  extend(rows: readonly Row[], leaseMs: number): Promise<ReadonlySet<number>>;
  putBack(waits: readonly (Row & { readonly delayMs: number })[]): Promise<void>;
}

/** A row of a queue that this process has claimed. A process with an older fence has lost it. */
export interface Leased {
  readonly apiKeyId: string;
  readonly deliveryId: number;
  readonly fence: number;
  /** Attempts since the schedule began; a retry by the customer begins it anew. */
  readonly tries: number;
}

/** The parameters of one claim. */
export interface Claim {
  readonly owner: string;
  readonly leaseMs: number;
  readonly limit: number;
  /** How many more deliveries this process may hold. */
  readonly free: number;
  /** The group up to which all have had their turn; undefined for a new round. */
  readonly after: string | undefined;
}

/** The deliveries that this process holds: they decide how many more of each group are claimed. */
export interface InHand<Delivery> {
  readonly leases: { counts(): Iterable<[string, number]>; countOf(group: string): number };
  readonly schedule: {
    of(name: string): Destination<Delivery>;
    destinations(nowMs: number, isWanted: (name: string) => boolean): Iterable<Destination<Delivery>>;
  };
}

/** The result of one claim. */
export interface Claimed<Row> {
  readonly claimed: readonly Row[];
  /** The last group examined; undefined when there are no more after it. */
  readonly last: string | undefined;
  /** Whether anything was ready, claimed or not. */
  readonly wasReady: boolean;
}

/** The result of preparing claimed rows. Rows in none of the lists are gone, or another process has them. */
export interface Prepared<Row, Delivery, Outcome> {
  readonly ready: readonly Delivery[];
  readonly waiting: readonly Wait<Row>[];
  readonly outcomes: readonly Outcome[];
}

/** A row that is given back, to be claimed again after some time. */
export interface Wait<Row> {
  readonly row: Row;
  readonly delayMs: number;
}

/** What an attempt may do besides sending. */
export interface AttemptControls {
  /** Aborted when the process stops. */
  readonly signal: AbortSignal;
  /** Gives back the deliveries that wait for the same destination. */
  readonly rest: () => Promise<void>;
  /** Lets nothing begin for the same destination for so long. */
  readonly holdOff: (ms: number) => void;
  /** Says where the request goes, for destinations that move. */
  readonly moveTo: (address: string) => void;
}

/**
 * The result of one attempt: an outcome, with what it shows about the destination (nothing, for example, when only this delivery was
 * refused); a wait; or undefined when nothing is left of the delivery.
 */
export type Attempted<Outcome> = ({ readonly outcome: Outcome } & Word) | { readonly delayMs: number } | undefined;

/** What one request shows about its destination. */
export interface Word {
  readonly destination?: "works" | "fails" | undefined;
  /** For how long the destination has asked for a pause. */
  readonly pauseMs?: number | undefined;
  /** Where the request went, for destinations that move. */
  readonly address?: string | undefined;
}

/** The outcome of a delivery, to be recorded. */
export interface Recorded {
  readonly leased: Omit<Leased, "tries">;
}

/** The users of the queue, as their failpoints name them. */
export type Kind = Extract<Failpoint, `${string}.after-claim`> extends `${infer Name}.after-claim` ? Exclude<Name, "work"> : never;
