import type { Failpoint } from "@parley/messaging";

/** A row of a queue that this process has claimed. A process with an older fence has lost it. */
export interface Leased {
  readonly apiKeyId: string;
  readonly deliveryId: number;
  readonly fence: number;
  /** Attempts since the schedule began; a retry by the customer begins it anew. */
  readonly tries: number;
}

/** A delivery that is given back, to be claimed again after some time. */
export interface Wait<Row> {
  readonly row: Row;
  readonly delayMs: number;
}

/** The outcome of a delivery, to be recorded. */
export interface Recorded {
  readonly leased: Omit<Leased, "tries">;
}

/** The result of preparing claimed rows. Rows in none of the lists are gone, or another process has them. */
export interface Prepared<Row, Ready, Outcome> {
  readonly ready: readonly Ready[];
  readonly waiting: readonly Wait<Row>[];
  readonly outcomes: readonly Outcome[];
}

/** What one request shows about its destination. */
export interface Word {
  readonly destination?: "works" | "fails" | undefined;
  /** For how long the destination has asked for a pause. */
  readonly pauseMs?: number | undefined;
  /** Where the request went, for destinations that move. */
  readonly address?: string | undefined;
}

/**
 * The result of one attempt: an outcome, with what it shows about the destination (nothing, for example, when only this delivery was
 * refused); a wait; or undefined when nothing is left of the delivery.
 */
export type Attempted<Outcome> = ({ readonly outcome: Outcome } & Word) | { readonly delayMs: number } | undefined;

/** The users of the queue, as their failpoints name them. */
export type Kind = Extract<Failpoint, `${string}.after-claim`> extends `${infer Name}.after-claim` ? Exclude<Name, "work"> : never;
