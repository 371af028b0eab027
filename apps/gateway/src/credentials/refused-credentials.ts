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
// Of one address. Beyond it, it is more likely that somebody guesses.
const mostWaiting = 2_000;
const rememberedMs = 24 * 60 * 60 * 1_000;

/**
 * Bounds what credentials that are not good cost: each is looked up until an address, or all that name a principal, have shown too many of them. Those
 * that were good within the last day are always looked up: whoever guesses locks nobody out.
 */
export class RefusedCredentials {
  readonly #addresses: TokenBuckets | undefined;
  readonly #principals: TokenBuckets | undefined;
  readonly #good: LRUCache<string, true>;
  /** Credentials that are being looked up. */
  readonly #asked = new Set<string>();
  /** Of an address: how many of its credentials are being looked up, and who waits for the outcome of one of them. */
  readonly #places = new Map<string, { running: number; readonly waiting: (() => void)[] }>();

  constructor({ perSecond, now = () => performance.now() }: RefusedCredentialsOptions) {
    const buckets = (rate: number) =>
      perSecond === 0 ? undefined : new TokenBuckets({ perSecond: rate, capacity: rate * burstSeconds, now });
    this.#addresses = buckets(perSecond);
    this.#principals = buckets(perSecond * principalFactor);
    this.#good = new LRUCache({ max: kept, ttl: rememberedMs, ttlResolution: 0, perf: { now } });
  }

  /**
   * What `lookUp` finds: undefined is a refusal, and so is the answer without a look when there have been too many. What is looked up counts as
   * wrong until it has turned out otherwise, so that many guesses at once are no more than one after another; who finds no room for that reason
   * waits for an outcome, a bounded number of them. A look that fails says nothing about the credentials, and counts for nothing.
   */
  async check<Found>(
    address: string,
    principal: string,
    token: string,
    lookUp: () => Promise<Found | undefined>,
  ): Promise<Found | undefined> {
    if (this.#addresses === undefined || this.#principals === undefined) return lookUp();
    const name = hash("sha256", `${principal}\0${token}`, "base64");
    while (!this.#good.has(name) && !this.#asked.has(name)) {
      if (this.#take(address, principal)) return this.#count(name, address, principal, lookUp);
      const place = this.#places.get(address);
      if (place === undefined || place.waiting.length >= mostWaiting) return undefined;
      await new Promise<void>((resolve) => place.waiting.push(resolve));
    }
    return lookUp();
  }

  #take(address: string, principal: string): boolean {
    if (this.#addresses?.take(address) !== true) return false;
    if (this.#principals?.take(principal) === true) return true;
    this.#addresses.giveBack(address);
    return false;
  }

  async #count<Found>(
    name: string,
    address: string,
    principal: string,
    lookUp: () => Promise<Found | undefined>,
  ): Promise<Found | undefined> {
    const place = this.#places.get(address) ?? { running: 0, waiting: [] };
    this.#places.set(address, place);
    place.running++;
    this.#asked.add(name);
    let wrong = false;
    try {
      const found = await lookUp();
      wrong = found === undefined;
      if (!wrong) this.#good.set(name, true);
      return found;
    } finally {
      this.#asked.delete(name);
      if (!wrong) {
        this.#addresses?.giveBack(address);
        this.#principals?.giveBack(principal);
      }
      if (--place.running === 0) this.#places.delete(address);
      for (const wake of place.running === 0 ? place.waiting.splice(0) : place.waiting.splice(0, 1)) wake();
    }
  }
}
