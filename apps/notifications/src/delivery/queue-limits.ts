import type { DestinationBounds } from "./destination.ts";

/** The limits of one process's work on a queue. */
export interface QueueLimits {
  readonly leaseMs: number;
  /** Most deliveries in hand at a time. */
  readonly maxHeld: number;
  /** Nothing more is read while the deliveries in hand have this many bytes, which the last read may exceed by its own. */
  readonly maxHeldBytes: number;
  /** Most rows that one read takes. */
  readonly maxRead: number;
  /** Most bytes that one read takes; a single delivery is read whatever its size. */
  readonly maxReadBytes: number;
  /** Most concurrent deliveries, to all destinations. */
  readonly concurrency: number;
  /** The limits of each destination. */
  readonly bounds: DestinationBounds;
  /** How often due rows are promoted, and the longest pause when nothing is ready. */
  readonly promoteEveryMs: number;
  /** The delay of a batch that could not be prepared. */
  readonly failedDelayMs: number;
  /** How long running deliveries may continue while the process stops. */
  readonly graceMs: number;
}
