import type { Database } from "@parley/database";
import { PollLoop } from "@parley/messaging";
import { type Host, observedGauge } from "@parley/runtime";
import { selectFeedState } from "./feed-epochs.store.ts";
import { selectNewsOf } from "./feed-pages.store.ts";

// What a change waits for its readers at most, besides the way to them.
const lookEveryMs = 100;
// While nobody waits the looks are for the metric alone.
const idleMs = 1_000;

interface Waiter {
  readonly apiKeyId: string;
  /** Everything before this position was read. */
  from: number;
  readonly wake: () => void;
}

/**
 * Wakes readers that wait for changes. One look for all of a process asks how far the feed can be read, and, if that has moved, which of the
 * API keys have anything new.
 */
export class FeedWatch {
  readonly #database: Database;
  readonly #waiters = new Set<Waiter>();
  readonly #loop: PollLoop;
  #stopped = false;
  #held: { readonly horizon: number; readonly sinceMs: number } | undefined;

  constructor(host: Host, database: Database) {
    this.#database = database;
    this.#loop = new PollLoop(host.log, "Looking for changes of the feed", () => this.#look());
    host.onStart(async () => this.#loop.start());
    host.onStop(() => this.#stop());
    observedGauge(
      host.metrics,
      "parley_changes_held_back_seconds",
      "For how long the oldest transaction under way has held back the feed of changes.",
      [],
      (set) => set({}, this.#heldBackSeconds()),
    );
  }

  /** Whether the process is about to end: then nobody waits. */
  get stopped(): boolean {
    return this.#stopped;
  }

  /** Waits until the API key may have changes from a position on, the time is over, the caller is gone or the process is about to end. */
  async wait(apiKeyId: string, from: number, ms: number, signal: AbortSignal | undefined): Promise<void> {
    if (this.#stopped || ms <= 0 || signal?.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiter = { apiKeyId, from, wake: () => resolve() };
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", waiter.wake, { once: true });
    this.#waiters.add(waiter);
    if (this.#waiters.size === 1) this.#loop.wake();
    await promise;
    this.#waiters.delete(waiter);
    signal?.removeEventListener("abort", waiter.wake);
    clearTimeout(timer);
  }

  async #look() {
    const { horizon, isHeld } = await selectFeedState(this.#database);
    if (!isHeld) this.#held = undefined;
    else if (this.#held?.horizon !== horizon) this.#held = { horizon, sinceMs: performance.now() };
    await this.#wakeBefore(horizon);
    return this.#waiters.size > 0 ? { ms: lookEveryMs, interruptible: false } : { ms: idleMs, interruptible: true };
  }

  async #wakeBefore(horizon: number): Promise<void> {
    const behind = [...this.#waiters].filter(({ from }) => from !== horizon);
    if (behind.length === 0) return;
    const apiKeyIds = [...new Set(behind.map(({ apiKeyId }) => apiKeyId))];
    const from = behind.reduce((least, waiter) => Math.min(least, waiter.from), horizon);
    const news = new Set(await selectNewsOf(this.#database, apiKeyIds, from, horizon));
    for (const waiter of behind) {
      // A horizon that went back is that of another server.
      if (news.has(waiter.apiKeyId) || waiter.from > horizon) waiter.wake();
      else waiter.from = horizon;
    }
  }

  #heldBackSeconds(): number {
    return this.#held === undefined ? 0 : (performance.now() - this.#held.sinceMs) / 1_000;
  }

  async #stop(): Promise<void> {
    this.#stopped = true;
    for (const { wake } of this.#waiters) wake();
    await this.#loop.stop();
  }
}
