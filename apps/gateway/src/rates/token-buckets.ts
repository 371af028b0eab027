import { LRUCache } from "lru-cache";

interface TokenBucketsOptions {
  /** How many tokens are added in a second. */
  readonly perSecond: number;
  /** Most tokens in a bucket. */
  readonly capacity: number;
  /** A monotonic clock in ms, for tests. */
  readonly now?: () => number;
}

interface Bucket {
  tokens: number;
  atMs: number;
}

// An evicted bucket begins again, full: with this many names in use, no single one causes the overload.
const kept = 20_000;

/** A token bucket for each name; the bucket of an unknown name is full. */
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

  /** Returns an unused token. */
  giveBack(name: string): void {
    this.#filled(name).tokens += 1;
  }

  /** The number of whole tokens left. */
  left(name: string): number {
    return Math.floor(this.#filled(name).tokens);
  }

  /** Seconds until the next token, rounded up. */
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
