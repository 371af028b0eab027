import type { Failpoint } from "@parley/messaging";
import type { Destination } from "./destination.ts";
import type { QueueMetricNames } from "./queue-metrics.ts";

/**
 * A kind of delivery, as `DeliveryQueue` runs it: webhooks to endpoints, mails to providers. A row of its queue is read, prepared to a
 * delivery, and sent; the outcome is recorded.
 */
export interface Channel<Row extends Held, Delivery extends Row, Outcome extends Recorded> {
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
  sequenceOf(row: Row): string;
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
interface QueueStore<Row extends Held, Delivery extends Row, Outcome extends Recorded> {
  /** The name of a group, which one process owns: an endpoint, an API key. */
  nameOf(group: Group): string;
  groupNamed(name: string): Group;
  groupOf(row: Row): string;
  /** How much memory a row takes, beyond a fixed amount. */
  bytesOf(row: Row): number;
  /** Reads what is ready of the groups that this process owns, group by group in turn, and is not in hand. */
  read(asked: Asked, inHand: InHand<Delivery>): Promise<Read<Row>>;
  /** Makes due rows ready, at most `promotedAtOnce`; returns how many. */
  promote(): Promise<number>;
  readonly promotedAtOnce: number;
  /** The ids of those deliveries that are still this process's to send. */
  still(rows: readonly Row[]): Promise<ReadonlySet<number>>;
  putOff(waits: readonly (Row & { readonly delayMs: number })[]): Promise<void>;
  /** Writes the outcomes of deliveries that are still this process's, and nothing of the others. */
  record(outcomes: readonly Outcome[]): Promise<unknown>;
}

/** Deliveries that one process owns: the webhooks of an endpoint, the mails of an API key, whose target is empty. */
export interface Group {
  readonly apiKeyId: string;
  readonly target: string;
}

/** A group that no living process owns. */
export interface FreeGroup extends Group {
  readonly wasOwned: boolean;
}

/** A row of a queue that this process has read. */
export interface Held {
  readonly apiKeyId: string;
  readonly deliveryId: number;
  /** The row's: another one means that it has been changed since. */
  readonly fence: number;
  /** Its group's: another one means that another process owns it. */
  readonly groupFence: number;
  /** Attempts since the schedule began; a retry by the customer begins it anew. */
  readonly tries: number;
}

/** The parameters of one read. */
export interface Asked {
  readonly owner: string;
  /** Groups of which nothing more is read here. */
  readonly leaving: ReadonlySet<string>;
  readonly limit: number;
  /** How many more deliveries this process may hold. */
  readonly room: number;
  /** The group up to which all have had their turn; undefined for a new round. */
  readonly after: string | undefined;
}

/** The deliveries that this process holds: they decide how many more of each group are read. */
export interface InHand<Delivery> {
  readonly hand: { counts(): Iterable<[string, number]>; countOf(group: string): number; rows(): readonly Held[] };
  readonly schedule: {
    of(name: string): Destination<Delivery>;
    destinations(nowMs: number, isWanted: (name: string) => boolean): Iterable<Destination<Delivery>>;
  };
}

/** The result of one read. */
export interface Read<Row> {
  readonly rows: readonly Row[];
  /** Groups with ready rows that no living process owns. */
  readonly free: readonly FreeGroup[];
  /** The last group examined; undefined when there are no more after it. */
  readonly last: string | undefined;
  /** Whether anything was ready, read or not. */
  readonly wasReady: boolean;
}

/** The result of preparing rows. Rows in none of the lists are gone, or another process has them. */
export interface Prepared<Row, Delivery, Outcome> {
  readonly ready: readonly Delivery[];
  readonly waiting: readonly Wait<Row>[];
  readonly outcomes: readonly Outcome[];
}

/** A row that is read again after some time. */
export interface Wait<Row> {
  readonly row: Row;
  readonly delayMs: number;
}

/** What an attempt may do besides sending. */
export interface AttemptControls {
  /** Aborted when the process stops. */
  readonly signal: AbortSignal;
  /** Gives back the deliveries that wait for the same destination. */
  readonly rest: () => void;
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
  readonly held: Omit<Held, "tries">;
}

/** The users of the queue, as their failpoints name them. */
export type Kind = Extract<Failpoint, `${string}.after-claim`> extends `${infer Name}.after-claim` ? Exclude<Name, "work"> : never;
