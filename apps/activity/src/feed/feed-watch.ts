import { type ChangesFilter, type ChangesNews, mayConcern } from "@parley/contracts/changes-news";
import type { Database } from "@parley/database";
import { PollLoop } from "@parley/messaging";
import { type Host, observedGauge } from "@parley/runtime";
import { horizonOf, selectFeedState } from "./feed-epochs.store.ts";
import { selectNewsOf } from "./feed-news.store.ts";

// Maximum delay of a change for waiting readers, apart from the transmission.
const lookEveryMs = 50;
// While no reader waits, polling only serves the metric.
const idleMs = 1_000;

/** What a reader waits for. */
interface Wanted extends ChangesFilter {
  readonly apiKeyId: string;
}

interface Waiter {
  readonly wanted: Wanted;
  /** Everything before this position has been read or does not match the reader's filter. */
  from: number;
  /** Whether the API key had changes that do not match the filter. */
  passed: boolean;
  readonly wake: (news: ChangesNews | undefined) => void;
}

/** Why a wait ended, and up to which position there was no matching change. */
interface Waited {
  /** Absent when there is no matching change. */
  readonly news: ChangesNews | undefined;
  /** Whether the API key had changes that do not match the filter. */
  readonly passed: boolean;
  readonly from: number;
}

const anything: ChangesNews = { places: [], isAnywhere: true };

/**
 * Wakes readers that wait for changes. One poll per process asks how far the feed can be read and, if that has moved, what is new for the
 * API keys of waiting readers. Only readers whose filter may match are woken.
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
    // Readers are released before the ports are closed: closing waits for running calls, and a reader may wait longer than that.
    host.onDrain(() => this.#release());
    host.onStop(() => this.#loop.stop());
    observedGauge(
      host.metrics,
      "parley_changes_held_back_seconds",
      "For how long the oldest transaction under way has held back the feed of changes.",
      [],
      (set) => set({}, this.#heldBackSeconds()),
    );
  }

  /** Whether the process is shutting down; waits then return at once. */
  get stopped(): boolean {
    return this.#stopped;
  }

  /**
   * Waits until there may be matching changes from a position on, the time is over, the caller has disconnected or the process is shutting
   * down.
   */
  async wait(wanted: Wanted, from: number, ms: number, signal: AbortSignal | undefined): Promise<Waited> {
    if (this.#stopped || ms <= 0 || signal?.aborted) return { news: undefined, passed: false, from };
    const { promise, resolve } = Promise.withResolvers<ChangesNews | undefined>();
    const waiter: Waiter = { wanted, from, passed: false, wake: resolve };
    const giveUp = () => resolve(undefined);
    const timer = setTimeout(giveUp, ms);
    signal?.addEventListener("abort", giveUp, { once: true });
    this.#waiters.add(waiter);
    if (this.#waiters.size === 1) this.#loop.wake();
    const news = await promise;
    this.#waiters.delete(waiter);
    signal?.removeEventListener("abort", giveUp);
    clearTimeout(timer);
    return { news, passed: waiter.passed, from: waiter.from };
  }

  async #look() {
    const { horizon, isHeld } = await selectFeedState(this.#database, []);
    if (!isHeld) this.#held = undefined;
    else if (this.#held?.horizon !== horizon) this.#held = { horizon, sinceMs: performance.now() };
    await this.#wakeBefore(horizon);
    return this.#waiters.size > 0 ? { ms: lookEveryMs, interruptible: false } : { ms: idleMs, interruptible: true };
  }

  async #wakeBefore(ofAll: number): Promise<void> {
    const behind = [...this.#waiters].filter(({ from }) => from !== ofAll);
    if (behind.length === 0) return;
    const positions = new Map<string, number>();
    for (const { wanted, from } of behind) positions.set(wanted.apiKeyId, Math.min(from, positions.get(wanted.apiKeyId) ?? from));
    const { horizon, found } = await this.#newsOf(behind, positions, ofAll);
    for (const waiter of behind) {
      const news = found.get(waiter.wanted.apiKeyId);
      // A horizon that went back belongs to another server.
      const isBack = waiter.from > ofAll;
      if (isBack || waiter.from < horizon) waiter.from = horizon;
      if (isBack) waiter.wake(anything);
      else if (news !== undefined && mayConcern(news, waiter.wanted)) waiter.wake(news);
      else waiter.passed ||= news !== undefined;
    }
  }

  async #newsOf(behind: readonly Waiter[], positions: ReadonlyMap<string, number>, ofAll: number) {
    try {
      const horizon = await horizonOf(this.#database, [...positions.keys()], ofAll);
      return { horizon, found: await selectNewsOf(this.#database, positions, horizon) };
    } catch (error) {
      // One of several servers may have failed. Readers of keys on the others go on.
      if (this.#database.spreads) for (const { wake } of behind) wake(anything);
      throw error;
    }
  }

  #heldBackSeconds(): number {
    return this.#held === undefined ? 0 : (performance.now() - this.#held.sinceMs) / 1_000;
  }

  #release(): void {
    this.#stopped = true;
    for (const { wake } of this.#waiters) wake(undefined);
  }
}
