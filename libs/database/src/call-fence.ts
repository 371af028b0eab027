import type { Db } from "./db.ts";

/** Refuses what some calls write. */
export interface CallFence {
  /** Whether the call being served is one that may have to be refused. */
  concerns(): boolean;
  /** Runs the first statements of each transaction of such a call. Fails when the call must not write. */
  hold(tx: Db): Promise<void>;
}
