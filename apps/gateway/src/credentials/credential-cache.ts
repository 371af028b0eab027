import { hash } from "node:crypto";
import { RevalidatingCache } from "@parley/runtime";
import { LRUCache } from "lru-cache";
import type { Credential } from "./credential.ts";

type CheckedLevel = "apiKey" | "workspace";

interface Authenticated {
  readonly credential: Credential;
  /** How long the token is still good; absent when it does not expire. */
  readonly expiresInMs?: number;
}

/** Asks the workspace service: the credential, or undefined when it is not one. Throws when it cannot be known. */
export type Authenticate = (level: CheckedLevel, principal: string, token: string) => Promise<Authenticated | undefined>;

interface Good {
  readonly credential: Credential;
  readonly expiresAtMs: number;
}

// A revoked token must stop within 5 s at every gateway (decisions, section 2).
const freshness = { maxAgeMs: 4_500, revalidateAfterMs: 2_000 };
const kept = 20_000;

/** Credentials that were found good a moment ago. Those that were refused are kept for a second, apart, so that they push out no good one. */
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
    const key = `${principal}\0${hash("sha256", `${level}\0${token}`, "base64")}`;
    if (this.#refused.has(key)) return undefined;
    const good = await this.#good.get(key, () => this.#ask(level, principal, token));
    // A token that expires is known to: it stops at that moment, however fresh the answer about it is.
    if (good !== undefined && this.#now() < good.expiresAtMs) return good.credential;
    this.#refused.set(key, true);
    return undefined;
  }

  async #ask(level: CheckedLevel, principal: string, token: string): Promise<Good | undefined> {
    const found = await this.#authenticate(level, principal, token);
    if (found === undefined) return undefined;
    const { credential, expiresInMs = Number.POSITIVE_INFINITY } = found;
    return { credential, expiresAtMs: this.#now() + expiresInMs };
  }

  /** Asks anew for the credentials of an API key or workspace, because they are known to have changed. */
  forget(principal: string): void {
    this.#good.forget(principal);
  }
}
