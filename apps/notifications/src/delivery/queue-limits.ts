import type { DestinationBounds } from "./destination.ts";

/** The limits of one process's work on a queue. */
export interface QueueLimits {
  readonly leaseMs: number;
  /** Most deliveries in hand at a time. */
  readonly maxClaimed: number;
  /** Most concurrent deliveries, to all destinations. */
  readonly concurrency: number;
  /** The limits of each destination. */
  readonly bounds: DestinationBounds;
}
