import type { Database } from "@parley/database";
import { PacedLoop } from "@parley/messaging";
import type { Logger } from "@parley/runtime";
import { extendLeases, type Held } from "./email-queue.store.ts";

/** The mails that this process has claimed, whose leases it keeps alive. */
export class HeldEmails {
  readonly #held = new Map<string, Held>();
  readonly #counts = new Map<string, number>();
  readonly #heartbeat: PacedLoop;

  constructor(database: Database, leaseMs: number, log: Logger) {
    this.#heartbeat = new PacedLoop(log, "Keeping mails alive", async () => {
      const held = [...this.#held.values()];
      if (held.length > 0) {
        const kept = await extendLeases(database, held, leaseMs);
        this.remove(held.filter(({ emailId }) => !kept.has(emailId)));
      }
      return { ms: leaseMs / 3, wakes: false };
    });
  }

  start(): void {
    this.#heartbeat.start();
  }

  stop(): Promise<void> {
    return this.#heartbeat.stop();
  }

  get count(): number {
    return this.#held.size;
  }

  countOf(apiKeyId: string): number {
    return this.#counts.get(apiKeyId) ?? 0;
  }

  countsByKey(): Iterable<[string, number]> {
    return this.#counts;
  }

  /** False when the lease was lost to another process. */
  has(row: Held): boolean {
    return this.#held.has(nameOf(row));
  }

  add(rows: readonly Held[]): void {
    for (const row of rows) {
      this.#held.set(nameOf(row), row);
      this.#counts.set(row.apiKeyId, this.countOf(row.apiKeyId) + 1);
    }
  }

  remove(rows: readonly Held[]): void {
    for (const row of rows) {
      if (!this.#held.delete(nameOf(row))) continue;
      const count = this.countOf(row.apiKeyId) - 1;
      if (count > 0) this.#counts.set(row.apiKeyId, count);
      else this.#counts.delete(row.apiKeyId);
    }
  }
}

function nameOf({ emailId, fence }: Held): string {
  return `${emailId}/${fence}`;
}
