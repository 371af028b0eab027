import type { DestinationBounds } from "./destination.ts";

/** How much of a queue one process does at a time. */
export interface QueueLimits {
  readonly leaseMs: number;
  /** Most deliveries in hand at a time. */
  readonly maxHeld: number;
  /** Nothing more is read while what is in hand has so many bytes. */
  readonly maxHeldBytes: number;
  /** Most rows that one read takes. */
  readonly maxRead: number;
  /** Most deliveries being sent at a time, to all destinations. */
  readonly concurrency: number;
  /** The limits of each destination. */
  readonly bounds: DestinationBounds;
  /** How often due rows are promoted, and the longest pause when there is nothing to read. */
  readonly promoteEveryMs: number;
  /** For how long a batch waits that could not be prepared. */
  readonly failedDelayMs: number;
  /** How long running deliveries may continue when the process stops. */
  readonly graceMs: number;
}
