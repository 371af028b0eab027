import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "@parley/database";
import { removeOld, type UsageMeter } from "@parley/messaging";
import type { Host } from "@parley/runtime";
import { type CallRow, deleteOldCalls, insertCalls } from "./calls.store.ts";

interface CallLogOptions {
  /** Most models of a key that are counted by name on a day. */
  readonly maxModels: number;
  /** Receives the tokens of recorded calls. */
  readonly usage: Pick<UsageMeter, "count">;
}

// The time for which records are collected: a busy process writes hundreds of calls with each statement, and an idle one writes nothing
// before its response.
const collectMs = 200;
const retryMs = 1_000;
const maxBatch = 1_000;
const maxWaiting = 20_000;
const lastTryMs = 5_000;

/**
 * Records calls after their responses, in order: a separate statement for each would cost as much as the rest of the call's work here.
 * Calls that ended in the last quarter of a second before a kill are not recorded; an orderly stop loses none. While the database is down
 * up to 20,000 records wait.
 */
export class CallLog {
  readonly #database: Database;
  readonly #options: CallLogOptions;
  readonly #log: Host["log"];
  readonly #stopping = new AbortController();
  readonly #rows: CallRow[] = [];
  readonly #waiters = new Set<{ readonly position: number; readonly resolve: () => void }>();
  #added = 0;
  #recorded = 0;
  #lost = 0;
  #wake = Promise.withResolvers<void>();
  #hurry = new AbortController();
  #loop: Promise<void> | undefined;

  constructor(host: Host, database: Database, options: CallLogOptions) {
    this.#database = database;
    this.#options = options;
    this.#log = host.log;
    host.onStart(async () => {
      this.#loop = this.#run();
    });
    host.onStop(() => this.#stop());
  }

  add(row: CallRow): void {
    if (this.#rows.length >= maxWaiting) {
      this.#lost++;
      return;
    }
    this.#rows.push(row);
    this.#added++;
    this.#wake.resolve();
  }

  /** The number of waiting records, and of those dropped because too many were waiting. */
  get usage(): { waiting: number; lost: number } {
    return { waiting: this.#rows.length, lost: this.#lost };
  }

  /** Waits until the records added so far are written, at most `maxMs`. */
  async settled(maxMs: number): Promise<void> {
    if (this.#recorded === this.#added) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiter = { position: this.#added, resolve };
    this.#waiters.add(waiter);
    this.#hurry.abort();
    const tooLong = setTimeout(resolve, maxMs);
    await promise;
    clearTimeout(tooLong);
    this.#waiters.delete(waiter);
  }

  // The loop is started with the process and not by a call, so that no call's deadline applies to its statements.
  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      await this.#wake.promise;
      this.#wake = Promise.withResolvers();
      while (this.#rows.length > 0) {
        await this.#wait(collectMs);
        if (this.#stopping.signal.aborted) return;
        if (!(await this.#write())) await this.#wait(retryMs);
      }
    }
  }

  /** Waits, unless a caller needs the records written or the process stops. */
  async #wait(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#hurry.signal }).catch(() => undefined);
    this.#hurry = new AbortController();
  }

  /** Writes the oldest waiting records; if that fails, they keep waiting. */
  async #write(): Promise<boolean> {
    const rows = this.#rows.slice(0, maxBatch);
    try {
      await insertCalls(this.#database, rows, this.#options.maxModels);
    } catch (error) {
      this.#log.warn({ err: error, waiting: this.#rows.length }, "The record of calls could not be written; the write will be retried.");
      return false;
    }
    this.#rows.splice(0, rows.length);
    this.#recorded += rows.length;
    for (const { apiKeyId, inputTokens, outputTokens } of rows) this.#options.usage.count(apiKeyId, { inputTokens, outputTokens });
    for (const waiter of this.#waiters) if (waiter.position <= this.#recorded) waiter.resolve();
    return true;
  }

  async #stop(): Promise<void> {
    this.#stopping.abort();
    this.#hurry.abort();
    this.#wake.resolve();
    await this.#loop;
    const untilMs = performance.now() + lastTryMs;
    while (this.#rows.length > 0 && performance.now() < untilMs) {
      if (!(await this.#write())) await delay(collectMs);
    }
    const lost = this.#rows.length + this.#lost;
    if (lost > 0) this.#log.error({ lost }, "Calls were not recorded.");
  }
}

const dayMs = 24 * 60 * 60 * 1000;

interface RemovalOptions {
  readonly retentionDays: number;
  readonly intervalMs: number;
}

/** Deletes old records of calls while the process runs. */
export function removeOldCalls(host: Host, database: Database, { retentionDays, intervalMs }: RemovalOptions): void {
  removeOld(host, "records of calls", intervalMs, (limit) => deleteOldCalls(database, Date.now() - retentionDays * dayMs, limit));
}
