import type { Db } from "@parley/database";
import { failpoint } from "../failpoints/failpoint.ts";
import type { LeaseRow, WorkStore } from "../work/work.store.ts";

/** Thrown when another worker has taken over the work: the transaction must not be committed. */
export class LeaseLost extends Error {
  constructor({ apiKeyId, workId }: LeaseRow) {
    super(`The lease on work ${workId} of ${apiKeyId} was lost to another worker.`);
    this.name = "LeaseLost";
  }
}

/** Work whose lease this worker holds. */
export class Lease implements LeaseRow {
  readonly apiKeyId: string;
  readonly workId: number;
  readonly payload: string;
  readonly attempts: number;
  readonly fence: number;
  /** Aborted when the lease is lost or the process stops. */
  readonly signal: AbortSignal;
  readonly #store: WorkStore;
  #finished = false;

  constructor(row: LeaseRow, store: WorkStore, signal: AbortSignal) {
    this.apiKeyId = row.apiKeyId;
    this.workId = row.workId;
    this.payload = row.payload;
    this.attempts = row.attempts;
    this.fence = row.fence;
    this.#store = store;
    this.signal = signal;
  }

  /**
   * Ends the work in the transaction that writes its last effect. Throws `LeaseLost` when another worker has it, so that none of this
   * worker's writes are committed.
   */
  async finish(tx: Db): Promise<void> {
    if (!(await this.#store.finish(tx, this))) throw new LeaseLost(this);
    this.#finished = true;
    failpoint("work.before-commit");
  }

  /** Whether `finish` has been called; its transaction may still be open. */
  get finished(): boolean {
    return this.#finished;
  }

  /** Writes the progress of the work, in the transaction that writes the effects so far. Throws `LeaseLost` like `finish`. */
  async save(tx: Db, payload: string): Promise<void> {
    if (!(await this.#store.save(tx, this, payload))) throw new LeaseLost(this);
  }

  /**
   * Like `save`, for steps that may be repeated and have no effect outside of this database: the commit does not wait for the disk. When
   * Postgres crashes, the steps of the last second may be lost, each with its whole transaction, and never a step without all later ones.
   * Any later commit that waits for the disk, `finish` at the latest, makes them durable, because the log is written in order.
   */
  async saveLazily(tx: Db, payload: string): Promise<void> {
    if (!(await this.#store.saveLazily(tx, this, payload))) throw new LeaseLost(this);
  }
}
