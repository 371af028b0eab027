import { LRUCache } from "lru-cache";

interface TokenBucketsOptions {
  /** How many tokens come in a second. */
  readonly perSecond: number;
  /** How many a bucket holds at most. */
  readonly capacity: number;
  /** A monotonic clock in ms; tests give their own. */
  readonly now?: () => number;
}

interface Bucket {
  tokens: number;
  atMs: number;
}

// A bucket that is pushed out begins again, full: with so many at work none of them is what overloads.
const kept = 20_000;

/** A token bucket for each name; a name that was not heard of has a full one. */
export class TokenBuckets {
  readonly #options: Required<TokenBucketsOptions>;
  readonly #buckets = new LRUCache<string, Bucket>({ max: kept });

  constructor(options: TokenBucketsOptions) {
    this.#options = { now: () => performance.now(), ...options };
  }

  /** Takes a token; false when there is none. */
  take(name: string): boolean {
    const bucket = this.#filled(name);
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }

  /** Gives a token back that was taken for nothing. */
  giveBack(name: string): void {
    this.#filled(name).tokens += 1;
  }

  /** How many whole tokens there are. */
  left(name: string): number {
    return Math.floor(this.#filled(name).tokens);
  }

  /** Seconds until there is a token again, rounded up. */
  waitSeconds(name: string): number {
    return Math.ceil(Math.max(0, 1 - this.#filled(name).tokens) / this.#options.perSecond);
  }

  #filled(name: string): Bucket {
    const { perSecond, capacity, now } = this.#options;
    const atMs = now();
    let bucket = this.#buckets.get(name);
    if (bucket === undefined) {
      bucket = { tokens: capacity, atMs };
      this.#buckets.set(name, bucket);
    }
    bucket.tokens = Math.min(capacity, bucket.tokens + ((atMs - bucket.atMs) / 1_000) * perSecond);
    bucket.atMs = atMs;
    return bucket;
  }
}
