import type { Failpoint } from "@parley/messaging";

/** A row of a queue that this process has claimed. Whoever has an older fence has lost it. */
export interface Leased {
  readonly apiKeyId: string;
  readonly deliveryId: number;
  readonly fence: number;
  /** Attempts of this run of the schedule. */
  readonly tries: number;
}

/** A delivery that is given back, to be claimed again after some time. */
export interface Wait<Row> {
  readonly row: Row;
  readonly delayMs: number;
}

/** What became of a delivery, to be written. */
export interface Recorded {
  readonly leased: Omit<Leased, "tries">;
}

/** What is made of claimed rows. Those that are in none of the lists are gone, or another process has them. */
export interface Prepared<Row, Ready, Outcome> {
  readonly ready: readonly Ready[];
  readonly waiting: readonly Wait<Row>[];
  readonly outcomes: readonly Outcome[];
}

/**
 * What came of one attempt: an outcome, with what it says of the destination (nothing: a refusal of one delivery says nothing of the next); a
 * wait; or undefined when nothing is left of the delivery.
 */
export type Attempted<Outcome> =
  | { readonly outcome: Outcome; readonly destination?: "works" | "fails" | undefined; readonly pauseMs?: number | undefined }
  | { readonly delayMs: number }
  | undefined;

/** The users of the queue, as their failpoints name them. */
export type Kind = Extract<Failpoint, `${string}.after-claim`> extends `${infer Name}.after-claim` ? Exclude<Name, "work"> : never;
