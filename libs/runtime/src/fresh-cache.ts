import { randomUUID } from "node:crypto";
import { runInCall } from "@parley/kernel";
import { LRUCache } from "lru-cache";

interface FreshCacheOptions {
  /** Most answers that are kept. */
  readonly max: number;
  /** An answer is used for this long, counted from when it was asked for: what changed later is not known yet. */
  readonly usableMs: number;
  /** From this age on an answer that is used is renewed in the background, so that a busy key never waits. */
  readonly renewAfterMs: number;
  /** A monotonic clock in ms; tests give their own. */
  readonly now?: () => number;
}

interface Entry<Value> {
  readonly value: Value;
  readonly askedAtMs: number;
  renewing: boolean;
}

const renewTimeoutMs = 2_000;

/**
 * Answers of another service that may be a few seconds old but never older: credentials, access state. When the answer cannot be had,
 * a known one serves until it is too old; then the request that needs it gets the failure.
 */
export class FreshCache<Value extends NonNullable<unknown>> {
  readonly #options: Required<FreshCacheOptions>;
  readonly #entries: LRUCache<string, Entry<Value>>;
  readonly #asking = new Map<string, Promise<Value | undefined>>();

  constructor(options: FreshCacheOptions) {
    this.#options = { now: () => performance.now(), ...options };
    this.#entries = new LRUCache({ max: options.max });
  }

  /** The kept answer if it is fresh, else that of `ask`. `undefined` is answered but not kept. */
  async get(key: string, ask: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const entry = this.#entries.get(key);
    const ageMs = entry === undefined ? Number.POSITIVE_INFINITY : this.#options.now() - entry.askedAtMs;
    if (entry === undefined || ageMs >= this.#options.usableMs) return this.#ask(key, ask);
    if (ageMs >= this.#options.renewAfterMs && !entry.renewing) this.#renew(key, entry, ask);
    return entry.value;
  }

  /** Forgets an answer, because its subject is known to have changed. */
  forget(key: string): void {
    this.#entries.delete(key);
  }

  #renew(key: string, entry: Entry<Value>, ask: () => Promise<Value | undefined>): void {
    entry.renewing = true;
    // The request that noticed the age may end first: the question is a call of its own.
    const call = {
      requestId: randomUUID(),
      deadlineMs: performance.now() + renewTimeoutMs,
      signal: AbortSignal.timeout(renewTimeoutMs),
      traced: false,
    };
    runInCall(call, () => this.#ask(key, ask)).catch(() => {
      // Not an answer: the entry serves on until it is too old, and then the request that waits gets the failure.
      entry.renewing = false;
    });
  }

  // Requests that arrive together share one question.
  #ask(key: string, ask: () => Promise<Value | undefined>): Promise<Value | undefined> {
    let answer = this.#asking.get(key);
    if (answer === undefined) {
      answer = this.#askNow(key, ask).finally(() => this.#asking.delete(key));
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
