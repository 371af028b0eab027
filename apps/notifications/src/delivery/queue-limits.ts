import type { DestinationBounds } from "./destination.ts";

/** How much of a queue one process does at a time. */
export interface QueueLimits {
  readonly leaseMs: number;
  /** Most deliveries that are leased at a time. */
  readonly maxLeased: number;
  /** Most rows that one claim takes. */
  readonly maxClaimed: number;
  /** Most deliveries being sent at a time, to all destinations. */
  readonly concurrency: number;
  /** The limits of each destination. */
  readonly bounds: DestinationBounds;
  /** How often due rows are promoted, and the longest pause when there is nothing to claim. */
  readonly promoteEveryMs: number;
  /** For how long a batch waits that could not be prepared. */
  readonly failedDelayMs: number;
  /** For how long deliveries to a paused destination are given back. */
  readonly restDelayMs: () => number;
  /** How long running deliveries may continue when the process stops. */
  readonly graceMs: number;
}
