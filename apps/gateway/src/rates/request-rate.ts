import { HttpFailure } from "../errors/http-failure.ts";
import { TokenBuckets } from "./token-buckets.ts";

/**
 * Limits the requests of an API key in a second, with the header fields that tell a client about it
 * (draft-ietf-httpapi-ratelimit-headers-10).
 */
export class RequestRate {
  readonly #perSecond: number;
  readonly #buckets: TokenBuckets;

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
    this.#buckets = new TokenBuckets({ perSecond, capacity: perSecond });
  }

  /** Counts a request; returns the header fields for its response. Fails with RESOURCE_EXHAUSTED when there have been too many. */
  count(key: string): Readonly<Record<string, string>> {
    const may = this.#buckets.take(key);
    const waitSeconds = this.#buckets.waitSeconds(key);
    const headers = {
      "ratelimit-policy": `"key";q=${this.#perSecond};w=1`,
      ratelimit: `"key";r=${this.#buckets.left(key)};t=${waitSeconds}`,
    };
    if (may) return headers;
    throw new HttpFailure("resource_exhausted", `${key} may send ${this.#perSecond} requests a second. Try again.`, {
      headers: { ...headers, "retry-after": String(Math.max(1, waitSeconds)) },
    });
  }
}
