import { hash } from "node:crypto";
import { FreshCache } from "@parley/runtime";
import { LRUCache } from "lru-cache";
import type { Credential } from "./credential.ts";

export type CheckedLevel = "apiKey" | "workspace";

/** Asks the workspace service: the credential, or undefined when it is not one. Throws when it cannot be known. */
export type Authenticate = (level: CheckedLevel, principal: string, token: string) => Promise<Credential | undefined>;

// A revoked token must stop within 5 s at every gateway (decisions, section 2).
const freshness = { usableMs: 4_500, renewAfterMs: 2_000 };
const kept = 20_000;

/** Credentials that were found good a moment ago. Those that were refused are kept for a second, apart, so that they push out no good one. */
export class CredentialCache {
  readonly #authenticate: Authenticate;
  readonly #good: FreshCache<Credential>;
  readonly #refused: LRUCache<string, true>;

  constructor(authenticate: Authenticate, now: () => number = () => performance.now()) {
    this.#authenticate = authenticate;
    this.#good = new FreshCache({ max: kept, ...freshness, now });
    this.#refused = new LRUCache({ max: kept, ttl: 1_000, ttlResolution: 0, perf: { now } });
  }

  /** The credential, or undefined when it is unknown, wrong, revoked or of another level. */
  async get(level: CheckedLevel, principal: string, token: string): Promise<Credential | undefined> {
    const key = `${principal}\0${hash("sha256", `${level}\0${token}`, "base64")}`;
    if (this.#refused.has(key)) return undefined;
    const credential = await this.#good.get(key, () => this.#authenticate(level, principal, token));
    if (credential === undefined) this.#refused.set(key, true);
    return credential;
  }

  /** Asks anew for the credentials of an API key or workspace, because they are known to have changed. */
  forget(principal: string): void {
    this.#good.forget(principal);
  }
}
