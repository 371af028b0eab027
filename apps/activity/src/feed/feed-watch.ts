import type { Database } from "@parley/database";
import { PollLoop } from "@parley/messaging";
import { type Host, observedGauge } from "@parley/runtime";
import { selectFeedState } from "./feed-epochs.store.ts";
import { selectNewsOf } from "./feed-pages.store.ts";

// What a change waits for its readers at most, besides the way to them.
const lookEveryMs = 50;
// While nobody waits the looks are for the metric alone.
const idleMs = 1_000;

interface Waiter {
  readonly apiKeyId: string;
  /** Everything before this position was read, or is of no concern to the API key. */
  from: number;
  readonly wake: (hasNews: boolean) => void;
}

/** Why a wait has ended, and up to which position there was nothing. */
interface Waited {
  /** The API key may have changes. */
  readonly hasNews: boolean;
  readonly from: number;
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
    // Before the ports close: they wait for calls that have begun, and a reader may wait for longer than they do.
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

  /** Whether the process is about to end: then nobody waits. */
  get stopped(): boolean {
    return this.#stopped;
  }

  /** Waits until the API key may have changes from a position on, the time is over, the caller is gone or the process is about to end. */
  async wait(apiKeyId: string, from: number, ms: number, signal: AbortSignal | undefined): Promise<Waited> {
    if (this.#stopped || ms <= 0 || signal?.aborted) return { hasNews: false, from };
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiter: Waiter = { apiKeyId, from, wake: resolve };
    const giveUp = () => resolve(false);
    const timer = setTimeout(giveUp, ms);
    signal?.addEventListener("abort", giveUp, { once: true });
    this.#waiters.add(waiter);
    if (this.#waiters.size === 1) this.#loop.wake();
    const hasNews = await promise;
    this.#waiters.delete(waiter);
    signal?.removeEventListener("abort", giveUp);
    clearTimeout(timer);
    return { hasNews, from: waiter.from };
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
    const positions = new Map<string, number>();
    for (const { apiKeyId, from } of behind) positions.set(apiKeyId, Math.min(from, positions.get(apiKeyId) ?? from));
    const news = new Set(await selectNewsOf(this.#database, positions, horizon));
    for (const waiter of behind) {
      // A horizon that went back is that of another server.
      if (news.has(waiter.apiKeyId) || waiter.from > horizon) waiter.wake(true);
      else waiter.from = horizon;
    }
  }

  #heldBackSeconds(): number {
    return this.#held === undefined ? 0 : (performance.now() - this.#held.sinceMs) / 1_000;
  }

  #release(): void {
    this.#stopped = true;
    for (const { wake } of this.#waiters) wake(false);
  }
}
