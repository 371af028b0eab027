import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { TokenBuckets } from "../rates/token-buckets.ts";

interface RefusedCredentialsOptions {
  /** How many credentials that turn out to be wrong are looked up in a second, of one address and for one principal; 0: as many as come. */
  readonly perSecond: number;
  readonly now?: () => number;
}

const burstSeconds = 10;
// Anyone may name a principal, from many addresses: its bucket is larger, so that emptying it takes more than one of them.
const principalFactor = 10;
const kept = 20_000;
const rememberedMs = 24 * 60 * 60 * 1_000;

/**
 * Bounds what credentials that are not good cost: each is looked up until an address, or all that name a principal, have shown too many of them. Those
 * that were good within the last day are always looked up: whoever guesses locks nobody out.
 */
export class RefusedCredentials {
  readonly #addresses: TokenBuckets | undefined;
  readonly #principals: TokenBuckets | undefined;
  readonly #good: LRUCache<string, true>;

  constructor({ perSecond, now = () => performance.now() }: RefusedCredentialsOptions) {
    const buckets = (rate: number) =>
      perSecond === 0 ? undefined : new TokenBuckets({ perSecond: rate, capacity: rate * burstSeconds, now });
    this.#addresses = buckets(perSecond);
    this.#principals = buckets(perSecond * principalFactor);
    this.#good = new LRUCache({ max: kept, ttl: rememberedMs, ttlResolution: 0, perf: { now } });
  }

  /**
   * What to call when the credentials turn out to be good; undefined when they may not be looked up, and are refused without a look. What is looked
   * up counts as wrong until it has turned out otherwise, so that many guesses at once are no more than one after another.
   */
  begin(address: string, principal: string, token: string): (() => void) | undefined {
    if (this.#addresses === undefined || this.#principals === undefined) return nothing;
    const name = hash("sha256", `${principal}\0${token}`, "base64");
    if (this.#good.has(name)) return nothing;
    if (!this.#addresses.take(address)) return undefined;
    if (!this.#principals.take(principal)) return undefined;
    return () => {
      this.#good.set(name, true);
      this.#addresses?.giveBack(address);
      this.#principals?.giveBack(principal);
    };
  }
}

function nothing(): void {
  // Known to be good: nothing was taken for it.
}
