import type { Failpoint } from "@parley/messaging";
import type { Destination } from "./destination.ts";
import type { QueueMetricNames } from "./queue-metrics.ts";

/**
 * A kind of delivery run by `DeliveryQueue`: webhooks to endpoints, or mails to providers. A row of its queue is read, prepared, and sent;
 * the outcome is recorded.
 */
export interface Channel<Row extends Held, Delivery extends Row, Outcome extends Recorded> {
  readonly kind: Kind;
  /** The plural noun for its deliveries in log lines. */
  readonly what: string;
  readonly metricNames: QueueMetricNames;
  readonly store: QueueStore<Row, Delivery, Outcome>;
  /** Whether batches are prepared one after another, so that deliveries stay in order; otherwise each is passed on when it is ready. */
  readonly isOrdered: boolean;
  /** Removes rows that cannot be sent, and completes the others. */
  prepare(rows: readonly Row[]): Promise<Prepared<Row, Delivery, Outcome>>;
  /** The endpoint or mail server that the delivery goes to. */
  destinationOf(delivery: Delivery): string;
  /** Deliveries of one sequence are sent one after another. */
  sequenceOf(row: Row): string;
  /** The highest rate of the destination, if it is lower than that of all destinations. */
  perSecondOf?(delivery: Delivery): number | undefined;
  /** The owner of a destination: an owner with many destinations does not take the capacity of others. */
  ownerOf?(destination: string): string;
  /** Called when a destination is paused, with the delivery that failed last. Never fails. */
  onPaused?(delivery: Delivery, attempted: { readonly outcome: Outcome }): Promise<void>;
  /** Makes one attempt. Fails if the delivery was not sent, or if that is unknown. */
  send(delivery: Delivery, controls: AttemptControls): Promise<Attempted<Outcome>>;
}

/** The statements of a channel's queue. */
interface QueueStore<Row extends Held, Delivery extends Row, Outcome extends Recorded> {
  /** The name of a group, the unit that a process owns: an endpoint or an API key. */
  nameOf(group: Group): string;
  groupNamed(name: string): Group;
  groupOf(row: Row): string;
  /** The memory that a row takes, beyond a fixed amount. */
  bytesOf(row: Row): number;
  /** Reads ready rows that are not in hand, from the groups that this process owns, group by group in turn. */
  read(asked: Asked, inHand: InHand<Delivery>): Promise<Read<Row>>;
  /** Makes due rows ready, at most `promotedAtOnce`; returns how many. */
  promote(): Promise<number>;
  readonly promotedAtOnce: number;
  /** The ids of the deliveries that this process still owns. */
  still(rows: readonly Row[]): Promise<ReadonlySet<number>>;
  putOff(waits: readonly (Row & { readonly delayMs: number })[]): Promise<void>;
  /** Writes the outcomes of deliveries that this process still owns, and skips the others. */
  record(outcomes: readonly Outcome[]): Promise<unknown>;
}

/** The unit of ownership: the webhooks of an endpoint, or the mails of an API key (with an empty target). */
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
  /** The fence of the row: a different one means that the row has changed since. */
  readonly fence: number;
  /** The fence of the group: a different one means that another process owns the group. */
  readonly groupFence: number;
  /** Attempts since the schedule began; a retry by the customer restarts the schedule. */
  readonly tries: number;
}

/** The parameters of one read. */
export interface Asked {
  readonly owner: string;
  /** Groups from which nothing more is read here, because they move to another process. */
  readonly leaving: ReadonlySet<string>;
  readonly limit: number;
  /** How many more deliveries this process may hold. */
  readonly room: number;
  /** The last group of the current round that has been examined; undefined for a new round. */
  readonly after: string | undefined;
}

/** The deliveries that this process holds; they limit how many more are read from each group. */
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
  /** The last group examined; undefined if none follows. */
  readonly last: string | undefined;
  /** Whether any row was ready, read or not. */
  readonly wasReady: boolean;
}

/** The result of preparing rows. Rows in none of the lists no longer exist, or another process owns them. */
export interface Prepared<Row, Delivery, Outcome> {
  readonly ready: readonly Delivery[];
  readonly waiting: readonly Wait<Row>[];
  readonly outcomes: readonly Outcome[];
}

/** A row to be read again after a delay. */
export interface Wait<Row> {
  readonly row: Row;
  readonly delayMs: number;
}

/** The controls of an attempt besides sending. */
export interface AttemptControls {
  /** Aborted when the process stops. */
  readonly signal: AbortSignal;
  /** Gives back the waiting deliveries of the same destination. */
  readonly rest: () => void;
  /** Reports the address that the request goes to, for destinations that can move. */
  readonly moveTo: (address: string) => void;
}

/**
 * The result of an attempt: an outcome with its finding about the destination (none, for example, if only this delivery was refused); a
 * delay; or undefined if nothing is left of the delivery.
 */
export type Attempted<Outcome> = ({ readonly outcome: Outcome } & Word) | { readonly delayMs: number } | undefined;

/** The finding of one request about its destination. */
export interface Word {
  readonly destination?: "works" | "fails" | undefined;
  /** The pause that the destination has asked for. */
  readonly pauseMs?: number | undefined;
  /** The address of the request, for destinations that can move. */
  readonly address?: string | undefined;
}

/** The outcome of a delivery, to be recorded. */
export interface Recorded {
  readonly held: Omit<Held, "tries">;
}

/** The channels, as named by their failpoints. */
export type Kind = Extract<Failpoint, `${string}.after-claim`> extends `${infer Name}.after-claim` ? Exclude<Name, "work"> : never;
