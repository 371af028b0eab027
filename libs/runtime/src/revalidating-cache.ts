import { randomUUID } from "node:crypto";
import { currentContext, Failure, questionTimeMs, remainingMs, runWithContext } from "@parley/kernel";
import { LRUCache } from "lru-cache";

interface RevalidatingCacheOptions {
  /** Most answers that are kept. */
  readonly max: number;
  /** An answer is used for this long, counted from when it was asked for: what changed later is not known yet. */
  readonly maxAgeMs: number;
  /** From this age on an answer that is used is renewed in the background, so that a busy key never waits. */
  readonly revalidateAfterMs: number;
  /** A monotonic clock in ms; tests give their own. */
  readonly now?: () => number;
}

interface Entry<Value> {
  readonly value: Value;
  readonly askedAtMs: number;
  renewing: boolean;
}

const forgottenKept = 10_000;

/**
 * Answers of another service that may be a few seconds old but never older: credentials, access state. When the answer is not available,
 * a known one serves until it is too old; then the request that needs it gets the failure.
 */
export class RevalidatingCache<Value extends NonNullable<unknown>> {
  readonly #options: Required<RevalidatingCacheOptions>;
  readonly #entries: LRUCache<string, Entry<Value>>;
  readonly #asking = new Map<string, Promise<Value | undefined>>();
  // When the answers about a subject were last known to be out of date.
  readonly #forgotten = new LRUCache<string, number>({ max: forgottenKept });

  constructor(options: RevalidatingCacheOptions) {
    this.#options = { now: () => performance.now(), ...options };
    this.#entries = new LRUCache({ max: options.max });
  }

  /**
   * The kept answer if it is fresh, else that of `ask`. `undefined` is answered but not kept. What stands before the first NUL of the key is the
   * subject that `invalidate` names.
   */
  async get(key: string, ask: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const entry = this.#entries.get(key);
    const ageMs = entry === undefined || this.#isForgotten(key, entry) ? Number.POSITIVE_INFINITY : this.#options.now() - entry.askedAtMs;
    if (entry === undefined || ageMs >= this.#options.maxAgeMs) return withinCall(() => this.#ask(key, ask));
    if (ageMs >= this.#options.revalidateAfterMs && !entry.renewing) this.#renew(key, entry, ask);
    return entry.value;
  }

  /** Forgets the answers about a subject, because it is known to have changed. */
  invalidate(subject: string): void {
    this.#forgotten.set(subject, this.#options.now());
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
      // Not an answer: the entry serves on until it is too old, and then the request that waits gets the failure.
      entry.renewing = false;
    });
  }

  // Requests that arrive together share one question.
  #ask(key: string, ask: () => Promise<Value | undefined>): Promise<Value | undefined> {
    let answer = this.#asking.get(key);
    if (answer === undefined) {
      // A separate call: the request that happens to ask first may have less time than the others, or go away.
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

// Longer than any call may take: each has less left.
const longestWaitMs = 600_000;

/** What `ask` answers, unless the current call ends before it is there. A call whose time is over does not ask: nobody would hear the answer. */
async function withinCall<Value>(ask: () => Promise<Value>): Promise<Value> {
  const call = currentContext();
  if (call === undefined) return ask();
  const leftMs = remainingMs(longestWaitMs);
  const { promise, reject } = Promise.withResolvers<never>();
  const tooLate = () => reject(new Failure("deadline_exceeded", "The time for this request is over."));
  const timer = setTimeout(tooLate, leftMs);
  call.signal.addEventListener("abort", tooLate, { once: true });
  try {
    return await Promise.race([ask(), promise]);
  } finally {
    clearTimeout(timer);
    call.signal.removeEventListener("abort", tooLate);
  }
}
