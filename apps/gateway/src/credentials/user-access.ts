import type { Client } from "@connectrpc/connect";
import type { CredentialsService, GetUserAccessResponse } from "@parley/contracts/workspace";
import { longestUserTokenMs, userHashOf } from "@parley/kernel";
import { RemoteFailure } from "@parley/rpc";
import { RevalidatingCache } from "@parley/runtime";
import { LRUCache } from "lru-cache";
import { AllowedOrigins } from "./allowed-origins.ts";
import { type Limits, toLimits } from "./key-limits.ts";
import type { UserClaims } from "./user-token.ts";

/** The state of an API key that decides whether the tokens of its users are valid. It is at most a few seconds old. */
export interface UserAccess {
  readonly workspaceId: string;
  readonly disabled: boolean;
  readonly limits: Limits;
  readonly origins: AllowedOrigins;
  /** Whether the user's tokens were revoked after this token was made. */
  readonly isRevoked: (claims: UserClaims) => boolean;
}

interface Revocations {
  readonly atMs: Map<string, number>;
  /** The time of the newest revocation. */
  newestMs: number;
  sweptAtMs: number;
}

type AccessClient = Pick<Client<typeof CredentialsService>, "getUserAccess">;

// A revocation takes effect within 5 s at every gateway, including open streams, which are checked at intervals.
const freshness = { maxAgeMs: 3_500, revalidateAfterMs: 1_500 };
const kept = 20_000;
// A revocation becomes visible when its transaction commits, but carries the time of its write. It commits at most this much later.
const commitsWithinMs = 60_000;
// An hour more than the longest token, because clocks may differ by up to that.
const longestMs = longestUserTokenMs + 3_600_000;
const sweepEveryMs = 600_000;

/**
 * What decides whether tokens of users are valid, by API key. The gateway asks for the changes of a key once every few seconds, however many users it has; no request looks up
 * its own token.
 */
export class UserAccessCache {
  readonly #client: AccessClient;
  readonly #cache = new RevalidatingCache<UserAccess>({ max: kept, ...freshness });
  readonly #revocations = new LRUCache<string, Revocations>({ max: kept });

  constructor(client: AccessClient) {
    this.#client = client;
  }

  /** The access of an API key's users; undefined when the key does not exist. Throws when the workspace service cannot be asked. */
  get(apiKeyId: string): Promise<UserAccess | undefined> {
    return this.#cache.get(apiKeyId, () => this.#ask(apiKeyId));
  }

  /** What `get` would return without a request to the workspace service. */
  peek(apiKeyId: string): UserAccess | undefined {
    return this.#cache.peek(apiKeyId);
  }

  /** Drops what is cached about an API key that is known to have changed. */
  invalidate(apiKeyId: string): void {
    this.#cache.invalidate(apiKeyId);
  }

  async #ask(apiKeyId: string): Promise<UserAccess | undefined> {
    try {
      const nowMs = Date.now();
      const known = this.#revocations.get(apiKeyId) ?? { atMs: new Map(), newestMs: 0, sweptAtMs: nowMs };
      const sinceMs = Math.max(nowMs - longestMs, known.newestMs - commitsWithinMs, 0);
      const first = await this.#page(apiKeyId, sinceMs, "");
      take(known, first);
      for (let { nextPageToken } = first; nextPageToken !== ""; ) {
        const page = await this.#page(apiKeyId, sinceMs, nextPageToken);
        take(known, page);
        nextPageToken = page.nextPageToken;
      }
      sweep(known, nowMs);
      // Revocations are stored only after all pages have been read: an incomplete list must not count as complete.
      this.#revocations.set(apiKeyId, known);
      return accessOf(first, known);
    } catch (error) {
      if (error instanceof RemoteFailure && error.failure?.kind === "not_found") return undefined;
      throw error;
    }
  }

  #page(apiKeyId: string, sinceMs: number, pageToken: string): Promise<GetUserAccessResponse> {
    return this.#client.getUserAccess({ apiKeyId, revokedSinceMs: BigInt(Math.floor(sinceMs)), pageToken });
  }
}

function accessOf({ workspaceId, disabled, limits, allowedDomains }: GetUserAccessResponse, { atMs }: Revocations): UserAccess {
  const isRevoked = ({ apiKeyId, userId, issuedAtMs }: UserClaims) => issuedAtMs <= (atMs.get(userHashOf(apiKeyId, userId)) ?? -1);
  return { workspaceId, disabled, limits: toLimits(limits), origins: new AllowedOrigins(allowedDomains), isRevoked };
}

function take(known: Revocations, { revocations }: GetUserAccessResponse): void {
  for (const { userHash, revokedAtMs } of revocations) {
    known.atMs.set(userHash, Number(revokedAtMs));
    known.newestMs = Math.max(known.newestMs, Number(revokedAtMs));
  }
}

function sweep(known: Revocations, nowMs: number): void {
  if (nowMs - known.sweptAtMs < sweepEveryMs) return;
  known.sweptAtMs = nowMs;
  for (const [userHash, atMs] of known.atMs) if (atMs < nowMs - longestMs) known.atMs.delete(userHash);
}
