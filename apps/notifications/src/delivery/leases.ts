import { PollLoop } from "@parley/messaging";
import type { Logger } from "@parley/runtime";
import type { Leased, LeaseStore, Wait } from "./channel.ts";

interface LeasesOptions {
  /** What is delivered, for the log. */
  readonly what: string;
  readonly leaseMs: number;
  readonly log: Logger;
}

/** The deliveries that this process has claimed. Keeps their leases alive until their outcome is written or they are given back. */
export class Leases<Row extends Leased> {
  readonly #store: LeaseStore<Row>;
  readonly #options: LeasesOptions;
  readonly #rows = new Map<string, Row>();
  readonly #counts = new Map<string, number>();
  readonly #heartbeat: PollLoop;
  #keptAtMs = performance.now();
  #keeping: Promise<void> | undefined;

  constructor(store: LeaseStore<Row>, options: LeasesOptions) {
    this.#store = store;
    this.#options = options;
    this.#heartbeat = new PollLoop(options.log, `Keeping leases of ${options.what}`, async () => {
      await this.#keep();
      return { ms: options.leaseMs / 3, interruptible: false };
    });
  }

  start(): void {
    this.#heartbeat.start();
  }

  stop(): Promise<void> {
    return this.#heartbeat.stop();
  }

  get count(): number {
    return this.#rows.size;
  }

  countOf(group: string): number {
    return this.#counts.get(group) ?? 0;
  }

  counts(): Iterable<[string, number]> {
    return this.#counts;
  }

  /**
   * Extends the leases when that is overdue, because the process was stopped or starved. Call it before taking over expired leases: those
   * of this process are still its own, unless another was faster.
   */
  async keepIfOverdue(): Promise<void> {
    if (this.#keeping !== undefined || performance.now() - this.#keptAtMs > this.#options.leaseMs / 2) await this.#keep();
  }

  /** False when another process has taken it over. */
  has(row: Leased): boolean {
    return this.#rows.has(nameOf(row));
  }

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      this.#rows.set(nameOf(row), row);
      const group = this.#store.groupOf(row);
      this.#counts.set(group, this.countOf(group) + 1);
    }
  }

  /** Forgets rows that no longer belong to this process. */
  release(rows: readonly Omit<Leased, "tries">[]): void {
    for (const { deliveryId, fence } of rows) {
      const name = nameOf({ deliveryId, fence });
      const row = this.#rows.get(name);
      if (row === undefined) continue;
      this.#rows.delete(name);
      const group = this.#store.groupOf(row);
      const count = this.countOf(group) - 1;
      if (count > 0) this.#counts.set(group, count);
      else this.#counts.delete(group);
    }
  }

  /** Lets other processes claim deliveries after some time; while the database is down their leases expire, with the same effect. */
  async putBack(waits: readonly Wait<Row>[]): Promise<void> {
    if (waits.length === 0) return;
    const { what, log } = this.#options;
    try {
      await this.#store.putBack(waits.map(({ row, delayMs }) => ({ ...row, delayMs: Math.round(delayMs) })));
    } catch (error) {
      log.warn({ err: error, rows: waits.length }, `Giving back ${what} failed; their leases will expire.`);
    }
    this.release(waits.map(({ row }) => row));
  }

  async #keep(): Promise<void> {
    this.#keeping ??= this.#extend().finally(() => {
      this.#keeping = undefined;
    });
    await this.#keeping;
  }

  async #extend(): Promise<void> {
    const rows = [...this.#rows.values()];
    this.#keptAtMs = performance.now();
    if (rows.length > 0) {
      const kept = await this.#store.extend(rows, this.#options.leaseMs);
      this.release(rows.filter(({ deliveryId }) => !kept.has(deliveryId)));
    }
  }
}

function nameOf({ deliveryId, fence }: Pick<Leased, "deliveryId" | "fence">): string {
  return `${deliveryId}/${fence}`;
}
