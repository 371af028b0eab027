import { hash } from "node:crypto";
import { RevalidatingCache } from "@parley/runtime";
import { LRUCache } from "lru-cache";
import type { Credential } from "./credential.ts";

export type CheckedLevel = "apiKey" | "workspace";

function keyOf(level: CheckedLevel, principal: string, token: string): string {
  return `${principal}\0${hash("sha256", `${level}\0${token}`, "base64")}`;
}

interface Authenticated {
  readonly credential: Credential;
  /** How long the token remains valid; absent for a token that does not expire. */
  readonly expiresInMs?: number;
}

/** Asks the workspace service for a credential; undefined when the token is not valid. Throws when the service cannot tell. */
export type Authenticate = (level: CheckedLevel, principal: string, token: string) => Promise<Authenticated | undefined>;

interface Good {
  readonly credential: Credential;
  readonly expiresAtMs: number;
}

// A revoked token must stop working within 5 s at every gateway.
const freshness = { maxAgeMs: 4_500, revalidateAfterMs: 2_000 };
const kept = 20_000;

/** Credentials that were valid a moment ago. Refused ones are kept for a second, separately, so that they evict no valid one. */
export class CredentialCache {
  readonly #authenticate: Authenticate;
  readonly #now: () => number;
  readonly #good: RevalidatingCache<Good>;
  readonly #refused: LRUCache<string, true>;

  constructor(authenticate: Authenticate, now: () => number = () => performance.now()) {
    this.#authenticate = authenticate;
    this.#now = now;
    this.#good = new RevalidatingCache({ max: kept, ...freshness, now });
    this.#refused = new LRUCache({ max: kept, ttl: 1_000, ttlResolution: 0, perf: { now } });
  }

  /** The credential, or undefined when it is unknown, wrong, revoked or of another level. */
  async get(level: CheckedLevel, principal: string, token: string): Promise<Credential | undefined> {
    const key = keyOf(level, principal, token);
    if (this.#refused.has(key)) return undefined;
    const credential = this.#unexpired(await this.#good.get(key, () => this.#ask(level, principal, token)));
    if (credential === undefined) this.#refused.set(key, true);
    return credential;
  }

  /** The credential that `get` would return without a look-up. */
  known(level: CheckedLevel, principal: string, token: string): Credential | undefined {
    return this.#unexpired(this.#good.peek(keyOf(level, principal, token)));
  }

  // An expired token is refused from that moment, however fresh the cached credential is.
  #unexpired(good: Good | undefined): Credential | undefined {
    return good !== undefined && this.#now() < good.expiresAtMs ? good.credential : undefined;
  }

  async #ask(level: CheckedLevel, principal: string, token: string): Promise<Good | undefined> {
    const found = await this.#authenticate(level, principal, token);
    if (found === undefined) return undefined;
    const { credential, expiresInMs = Number.POSITIVE_INFINITY } = found;
    return { credential, expiresAtMs: this.#now() + expiresInMs };
  }

  /** Drops the cached credentials of an API key or workspace that is known to have changed. */
  invalidate(principal: string): void {
    this.#good.invalidate(principal);
  }
}
