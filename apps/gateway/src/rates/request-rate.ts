import { type KeyLimit, limitFor, noKeyLimit } from "@parley/kernel";
import { LRUCache } from "lru-cache";
import { HttpFailure } from "../errors/http-failure.ts";
import { TokenBuckets } from "./token-buckets.ts";

interface RateOptions {
  /** Whether to count the requests of an API key (the default) or of a user. */
  readonly of?: "key" | "user";
  /** The burst: a caller that was quiet may send as many requests at once as the rate allows in this many seconds. 1 by default. */
  readonly burstSeconds?: number;
  readonly now?: () => number;
}

type Fields = Readonly<Record<string, string>>;

// There are few limits, and most keys have the same one. The buckets of an evicted limit begin again, full.
const mostLimits = 1_000;

/**
 * Limits the requests of an API key in a second, and returns the header fields that tell its client (draft-ietf-httpapi-ratelimit-headers).
 * Each gateway counts by itself: n gateways together let through up to n times the limit.
 */
export class RequestRate {
  readonly #ofEveryKey: number;
  readonly #options: RateOptions;
  readonly #buckets = new LRUCache<number, TokenBuckets>({ max: mostLimits });

  /** `ofEveryKey` is the limit of keys without their own limit, and the maximum of other keys; 0 for no limit. */
  constructor(ofEveryKey: number, options: RateOptions = {}) {
    this.#ofEveryKey = ofEveryKey;
    this.#options = options;
  }

  /** Counts a request and returns the header fields for its response. Fails with RESOURCE_EXHAUSTED above the limit. */
  count(name: string, own: KeyLimit = noKeyLimit): Fields {
    const perSecond = limitFor(own, this.#ofEveryKey);
    if (perSecond === 0) return {};
    const buckets = this.#bucketsOf(perSecond);
    const may = buckets.take(name);
    const waitSeconds = buckets.waitSeconds(name);
    const { of = "key", burstSeconds = 1 } = this.#options;
    const headers = {
      "ratelimit-policy": `"${of}";q=${perSecond * burstSeconds};w=${burstSeconds}`,
      ratelimit: `"${of}";r=${buckets.left(name)};t=${waitSeconds}`,
    };
    if (may) return headers;
    const who = of === "user" ? "A user" : name;
    throw new HttpFailure("resource_exhausted", `${who} may send ${perSecond} requests a second. Try again.`, {
      headers: { ...headers, "retry-after": String(Math.max(1, waitSeconds)) },
    });
  }

  #bucketsOf(perSecond: number): TokenBuckets {
    const known = this.#buckets.get(perSecond);
    if (known !== undefined) return known;
    const { burstSeconds = 1, now } = this.#options;
    const capacity = perSecond * burstSeconds;
    const buckets = new TokenBuckets({ perSecond, capacity, ...(now === undefined ? {} : { now }) });
    this.#buckets.set(perSecond, buckets);
    return buckets;
  }
}
