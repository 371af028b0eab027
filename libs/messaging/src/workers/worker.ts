import type { Lease } from "./lease.ts";

/** A module's handling of one kind of work. */
export interface Worker {
  /** The kind under which the work was added. */
  readonly kind: string;
  /** Most pieces of work that this process does at the same time. */
  readonly concurrency: number;
  /** Most of them for one API key; a quarter when absent. */
  readonly perKey?: number;
  /** Time in ms after which another worker may take over work whose lease was not renewed; 30 s when absent. */
  readonly leaseMs?: number;
  /**
   * Does the work. Its last transaction calls `lease.finish(tx)`, and every earlier one `lease.save(tx, …)`: then the effects of two
   * workers never mix. It may run again from the last saved state. Work that returns without `finish` is finished by the runner.
   */
  readonly handle: (lease: Lease) => Promise<void>;
  /** Milliseconds until the next attempt after this many; undefined means no further attempt: the work becomes a dead letter. */
  readonly retryAfterMs: (attempts: number, error: unknown) => number | undefined;
}
