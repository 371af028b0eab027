import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { HttpFailure } from "../errors/http-failure.ts";
import { TokenBuckets } from "../rates/token-buckets.ts";
import { networkOf } from "./network-of.ts";

interface RefusedCredentialsOptions {
  /** How many wrong credentials are looked up in a second, per address and per principal; 0 for no limit. */
  readonly perSecond: number;
  /** Whether a token was once issued to a principal, as far as the token itself proves. */
  readonly isIssued?: (principal: string, token: string) => boolean;
  readonly now?: () => number;
}

// Seconds of the rate that may be looked up at once. Each look-up is a call and a query, and a flood all comes in its first moment.
const burstSeconds = 2;
// Anyone may name a principal, from many addresses: its bucket is larger, so that no single address can empty it.
const principalFactor = 10;
const kept = 20_000;
// Most waiting requests of one address. If there are more, they are probably guesses.
const mostWaiting = 2_000;
const rememberedMs = 24 * 60 * 60 * 1_000;

/**
 * Limits the cost of wrong credentials. They are looked up until an address, or all requests that name one principal together, have
 * presented too many. The address of an IPv6 client is its /64 network, because one sender has all of it. Credentials that were issued
 * here, or valid within the last day, are always looked up. For others the client is asked to try again, because they may be valid, for
 * example issued under a key that was removed.
 */
export class RefusedCredentials {
  readonly #addresses: TokenBuckets | undefined;
  readonly #principals: TokenBuckets | undefined;
  readonly #isIssued: (principal: string, token: string) => boolean;
  readonly #good: LRUCache<string, true>;
  /** Credentials that are being looked up. */
  readonly #asked = new Set<string>();
  /** For each address, how many of its credentials are being looked up, and the requests that wait for one of these look-ups to end. */
  readonly #places = new Map<string, { running: number; readonly waiting: (() => void)[] }>();

  constructor({ perSecond, isIssued = () => false, now = () => performance.now() }: RefusedCredentialsOptions) {
    const buckets = (rate: number) =>
      perSecond === 0 ? undefined : new TokenBuckets({ perSecond: rate, capacity: rate * burstSeconds, now });
    this.#addresses = buckets(perSecond);
    this.#principals = buckets(perSecond * principalFactor);
    this.#isIssued = isIssued;
    this.#good = new LRUCache({ max: kept, ttl: rememberedMs, ttlResolution: 0, perf: { now } });
  }

  /**
   * Returns the result of `lookUp`; undefined is a refusal. Fails with UNAVAILABLE without a look-up after too many refusals. Credentials
   * being looked up count as wrong until proven otherwise, so that simultaneous guesses gain nothing over consecutive ones; when only these
   * fill the limit, a bounded number of requests wait for an outcome. A failed look-up decides nothing, and does not count.
   */
  async check<Found>(
    address: string,
    principal: string,
    token: string,
    lookUp: () => Promise<Found | undefined>,
  ): Promise<Found | undefined> {
    const name = nameOf(principal, token);
    if (this.#good.has(name)) return lookUp();
    if (this.#isIssued(principal, token)) return this.#remember(name, lookUp);
    const network = networkOf(address);
    while (!this.#good.has(name) && !this.#asked.has(name)) {
      if (this.#take(network, principal)) return this.#count(name, network, principal, lookUp);
      const place = this.#places.get(network);
      if (place === undefined || place.waiting.length >= mostWaiting) throw notLookedUp();
      await new Promise<void>((resolve) => place.waiting.push(resolve));
    }
    return lookUp();
  }

  /**
   * The failure of a `check` that would neither look up nor wait, if that is known already: the same outcome as `check`, at a fraction of
   * its cost.
   */
  refusal(address: () => string, principal: string, token: string): HttpFailure | undefined {
    const name = nameOf(principal, token);
    if (this.#good.has(name)) return undefined;
    const network = networkOf(address());
    const isSpent = this.#addresses?.left(network) === 0 || this.#principals?.left(principal) === 0;
    if (!isSpent || this.#places.has(network)) return undefined;
    return this.#asked.has(name) || this.#isIssued(principal, token) ? undefined : notLookedUp();
  }

  /** Whether these credentials were valid within the last day. */
  wereGood(principal: string, token: string): boolean {
    return this.#good.has(nameOf(principal, token));
  }

  #take(address: string, principal: string): boolean {
    if (this.#addresses === undefined || this.#principals === undefined) return true;
    if (!this.#addresses.take(address)) return false;
    if (this.#principals.take(principal)) return true;
    this.#addresses.giveBack(address);
    return false;
  }

  async #remember<Found>(name: string, lookUp: () => Promise<Found | undefined>): Promise<Found | undefined> {
    const found = await lookUp();
    if (found !== undefined) this.#good.set(name, true);
    return found;
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
      const found = await this.#remember(name, lookUp);
      wrong = found === undefined;
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

function nameOf(principal: string, token: string): string {
  return hash("sha256", `${principal}\0${token}`, "base64");
}

// Not UNAUTHENTICATED: a client would discard a valid token because of others' requests.
function notLookedUp(): HttpFailure {
  const message =
    "Too many wrong credentials have come from this address or for this API key or workspace. These were not checked. Try again later.";
  return new HttpFailure("unavailable", message, { headers: { "retry-after": "1" }, shed: true });
}
