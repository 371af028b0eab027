import { randomUUID } from "node:crypto";
import { currentContext, Failure, questionTimeMs, remainingMs, runWithContext } from "@parley/kernel";
import { LRUCache } from "lru-cache";

interface RevalidatingCacheOptions {
  /** Most values kept. */
  readonly max: number;
  /** A value is used for this long, counted from its request; until then later changes are unknown. */
  readonly maxAgeMs: number;
  /** A value older than this is reloaded in the background when it is used, so that requests for a busy key never wait. */
  readonly revalidateAfterMs: number;
  /** A monotonic clock in ms, for tests. */
  readonly now?: () => number;
}

interface Entry<Value> {
  readonly value: Value;
  readonly askedAtMs: number;
  renewing: boolean;
}

const forgottenKept = 10_000;

/**
 * Caches values of another service that may be a few seconds old but never older: credentials, access state. While a value cannot be
 * reloaded, the known one serves until it is too old; then requests that need it fail.
 */
export class RevalidatingCache<Value extends NonNullable<unknown>> {
  readonly #options: Required<RevalidatingCacheOptions>;
  readonly #entries: LRUCache<string, Entry<Value>>;
  readonly #asking = new Map<string, Promise<Value | undefined>>();
  // When the values of each subject were last invalidated.
  readonly #forgotten = new LRUCache<string, number>({ max: forgottenKept });

  constructor(options: RevalidatingCacheOptions) {
    this.#options = { now: () => performance.now(), ...options };
    this.#entries = new LRUCache({ max: options.max });
  }

  /**
   * The cached value if it is fresh, else the result of `ask`. `undefined` is returned but not cached. The part of the key before its first
   * NUL is the subject, for `invalidate`.
   */
  async get(key: string, ask: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const entry = this.#fresh(key);
    if (entry === undefined) return withinCall(() => this.#ask(key, ask));
    if (this.#ageMs(entry) >= this.#options.revalidateAfterMs && !entry.renewing) this.#renew(key, entry, ask);
    return entry.value;
  }

  /** The result of `ask`, which replaces the cached value. */
  renewed(key: string, ask: () => Promise<Value | undefined>): Promise<Value | undefined> {
    return withinCall(() => this.#ask(key, ask));
  }

  /** The cached value if it is fresh. */
  peek(key: string): Value | undefined {
    return this.#fresh(key)?.value;
  }

  /** Drops the values of a subject after they have changed. */
  invalidate(subject: string): void {
    this.#forgotten.set(subject, this.#options.now());
  }

  #fresh(key: string): Entry<Value> | undefined {
    const entry = this.#entries.get(key);
    return entry === undefined || this.#isForgotten(key, entry) || this.#ageMs(entry) >= this.#options.maxAgeMs ? undefined : entry;
  }

  #ageMs({ askedAtMs }: Entry<Value>): number {
    return this.#options.now() - askedAtMs;
  }

  #isForgotten(key: string, { askedAtMs }: Entry<Value>): boolean {
    if (this.#forgotten.size === 0) return false;
    const end = key.indexOf("\0");
    const forgottenAtMs = this.#forgotten.get(end < 0 ? key : key.slice(0, end));
    return forgottenAtMs !== undefined && forgottenAtMs >= askedAtMs;
  }

  #renew(key: string, entry: Entry<Value>, ask: () => Promise<Value | undefined>): void {
    entry.renewing = true;
    this.#ask(key, ask).catch(() => {
      // The entry stays in use until it is too old; then the waiting request gets the failure.
      entry.renewing = false;
    });
  }

  // Requests that arrive together share one load.
  #ask(key: string, ask: () => Promise<Value | undefined>): Promise<Value | undefined> {
    let answer = this.#asking.get(key);
    if (answer === undefined) {
      // The load has its own context: the request that happens to start it may have less time than the others, or be aborted.
      const timeoutMs = Math.ceil(questionTimeMs());
      const signal = AbortSignal.timeout(timeoutMs);
      const call = {
        requestId: currentContext()?.requestId ?? randomUUID(),
        deadlineMs: performance.now() + timeoutMs,
        signal,
        traced: false,
      };
      answer = runWithContext(call, () => this.#askNow(key, ask)).finally(() => this.#asking.delete(key));
      this.#asking.set(key, answer);
    }
    return answer;
  }

  async #askNow(key: string, ask: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const askedAtMs = this.#options.now();
    const value = await ask();
    if (value === undefined) this.#entries.delete(key);
    else this.#entries.set(key, { value, askedAtMs, renewing: false });
    return value;
  }
}

// Longer than any request may take; the remaining time is always less.
const longestWaitMs = 600_000;

/**
 * The result of `ask`, unless the current request ends first. A request whose deadline has passed does not ask, because nobody would wait
 * for the result.
 */
async function withinCall<Value>(ask: () => Promise<Value>): Promise<Value> {
  const call = currentContext();
  if (call === undefined) return ask();
  const leftMs = remainingMs(longestWaitMs);
  const { promise, reject } = Promise.withResolvers<never>();
  const tooLate = () => reject(new Failure("deadline_exceeded", "The deadline of this request has passed."));
  const timer = setTimeout(tooLate, leftMs);
  call.signal.addEventListener("abort", tooLate, { once: true });
  try {
    return await Promise.race([ask(), promise]);
  } finally {
    clearTimeout(timer);
    call.signal.removeEventListener("abort", tooLate);
  }
}
