import type { Database } from "@parley/database";
import { failpoint, PacedLoop } from "@parley/messaging";
import type { Logger } from "@parley/runtime";
import type { Lanes } from "./lanes.ts";
import { OutcomeRecorder } from "./outcome-recorder.ts";
import { type AttemptRow, dropDeliveries, type Verdict } from "./webhook-outcomes.store.ts";
import { type ClaimedRow, extendLeases, putBackDeliveries } from "./webhook-queue.store.ts";

interface HoldingsOptions {
  readonly database: Database;
  readonly lanes: Lanes;
  readonly leaseMs: number;
  readonly log: Logger;
}

/** Stands for an attempt that was not made. */
const noAttempt: AttemptRow = {
  number: 0,
  startedAtMs: 0,
  durationMs: 0,
  status: null,
  errorClass: "",
  error: "",
  responseExcerpt: "",
};

/** What this process has claimed. Keeps the leases alive until it is written what became of a delivery, or it is given back. */
export class Holdings {
  readonly #options: HoldingsOptions;
  readonly #held = new Map<number, ClaimedRow>();
  readonly #lost = new Set<number>();
  readonly #recorder: OutcomeRecorder;
  readonly #heartbeat: PacedLoop;

  constructor(options: HoldingsOptions) {
    const { database, log } = options;
    this.#options = options;
    this.#recorder = new OutcomeRecorder({ database, log, onRecorded: (outcomes) => this.release(outcomes.map(({ held }) => held)) });
    this.#heartbeat = new PacedLoop(log, "Keeping leases of webhook deliveries", () => this.#keepLeases());
  }

  start(): void {
    this.#heartbeat.start();
  }

  /** Writes what is known; to be called when nothing runs any more. */
  async stop(): Promise<void> {
    await this.#recorder.stop();
    await this.#heartbeat.stop();
  }

  get count(): number {
    return this.#held.size;
  }

  add(rows: readonly ClaimedRow[]): void {
    for (const row of rows) {
      this.#held.set(row.deliveryId, row);
      this.#options.lanes.of(row).held++;
    }
  }

  /** Whether another process has taken it over meanwhile. */
  isLost({ deliveryId }: ClaimedRow): boolean {
    return this.#lost.has(deliveryId);
  }

  /** Notes what became of a delivery; it is held until that is written. */
  conclude(row: ClaimedRow, verdict: Verdict, attempt: AttemptRow = noAttempt, delayMs = 0): void {
    this.#recorder.add({ held: row, createdAtMs: row.createdAtMs, verdict, delayMs, attempt });
  }

  /** Removes deliveries that are not wanted. */
  async drop(rows: readonly ClaimedRow[]): Promise<void> {
    if (rows.length === 0) return;
    await dropDeliveries(this.#options.database, rows);
    this.release(rows);
  }

  /** Lets others claim deliveries after some time; while the database is away their leases end, which comes to the same. */
  async putBack(rows: readonly ClaimedRow[], delayMs: number): Promise<void> {
    if (rows.length === 0) return;
    const { database, log } = this.#options;
    try {
      await putBackDeliveries(
        database,
        rows.map((row) => ({ ...row, delayMs })),
      );
      failpoint("webhook.after-put-back");
    } catch (error) {
      log.warn({ err: error, rows: rows.length }, "Webhook deliveries could not be given back; their leases end.");
    }
    this.release(rows);
  }

  /** They are no longer this process's. */
  release(rows: readonly { readonly deliveryId: number }[]): void {
    for (const { deliveryId } of rows) {
      const row = this.#held.get(deliveryId);
      if (row === undefined) continue;
      this.#held.delete(deliveryId);
      this.#lost.delete(deliveryId);
      this.#options.lanes.of(row).held--;
    }
  }

  async #keepLeases() {
    const { database, leaseMs } = this.#options;
    const rows = [...this.#held.values()];
    if (rows.length > 0) {
      const held = await extendLeases(database, rows, leaseMs);
      for (const { deliveryId } of rows) if (!held.has(deliveryId) && this.#held.has(deliveryId)) this.#lost.add(deliveryId);
    }
    return { ms: leaseMs / 3, wakes: false };
  }
}
