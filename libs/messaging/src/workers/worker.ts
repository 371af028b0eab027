import type { Lease } from "./lease.ts";

/** How a module does one kind of work. */
export interface Worker {
  /** The kind under which the work was added. */
  readonly kind: string;
  /** Most pieces of work that this process does at the same time. */
  readonly concurrency: number;
  /** Most of them for one API key; a quarter when absent. */
  readonly perKey?: number;
  /** A worker whose lease was not renewed for this long loses its work to another, in ms; 30 s when absent. */
  readonly leaseMs?: number;
  /**
   * Does the work. Its last transaction calls `lease.finish(tx)`, and every earlier one `lease.save(tx, …)`: then the effects of two
   * workers never mix. May run again from the last saved state. Work that returns without finishing is finished by the runner.
   */
  readonly handle: (lease: Lease) => Promise<void>;
  /** Milliseconds until the next attempt after so many; undefined gives up and leaves a dead letter. */
  readonly retryAfterMs: (attempts: number, error: unknown) => number | undefined;
}
