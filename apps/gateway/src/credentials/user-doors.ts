import type { Client } from "@connectrpc/connect";
import type { GetUserDoorResponse, WorkspaceService } from "@parley/contracts/workspace";
import { longestUserTokenMs, userHashOf } from "@parley/kernel";
import { RemoteFailure } from "@parley/rpc";
import { RevalidatingCache } from "@parley/runtime";
import { LRUCache } from "lru-cache";
import { AllowedOrigins } from "./allowed-origins.ts";
import { type Limits, toLimits } from "./key-limits.ts";
import type { UserClaims } from "./user-token.ts";

/** What decides whether the tokens of users of an API key are good, as it was a few seconds ago at most. */
export interface UserDoor {
  readonly workspaceId: string;
  readonly disabled: boolean;
  readonly limits: Limits;
  readonly origins: AllowedOrigins;
  /** Whether the user's tokens have been revoked since a token was made. */
  readonly isRevoked: (claims: UserClaims) => boolean;
}

interface Revocations {
  readonly atMs: Map<string, number>;
  /** The time of the newest one. */
  newestMs: number;
  sweptAtMs: number;
}

type Workspace = Pick<Client<typeof WorkspaceService>, "getUserDoor">;

// What is revoked must be so within 5 s at every gateway, also for streams, which are looked at now and then.
const freshness = { maxAgeMs: 3_500, revalidateAfterMs: 1_500 };
const kept = 20_000;
// A revocation is seen when it has been committed, and has the time at which it was written: this much later at most.
const commitsWithinMs = 60_000;
// Clocks differ by less.
const longestMs = longestUserTokenMs + 3_600_000;
const sweepEveryMs = 600_000;

/**
 * The doors of API keys. One question for each key every few seconds tells what is new of it, however many users come: no request asks for its own token.
 */
export class UserDoors {
  readonly #workspace: Workspace;
  readonly #doors = new RevalidatingCache<UserDoor>({ max: kept, ...freshness });
  readonly #revocations = new LRUCache<string, Revocations>({ max: kept });

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  /** The door of an API key; undefined when there is no such key. Throws when that cannot be found out. */
  get(apiKeyId: string): Promise<UserDoor | undefined> {
    return this.#doors.get(apiKeyId, () => this.#ask(apiKeyId));
  }

  /** The door that `get` would return, if it need not ask for it. */
  peek(apiKeyId: string): UserDoor | undefined {
    return this.#doors.peek(apiKeyId);
  }

  /** Drops what is known of an API key, because it is known to have changed. */
  invalidate(apiKeyId: string): void {
    this.#doors.invalidate(apiKeyId);
  }

  async #ask(apiKeyId: string): Promise<UserDoor | undefined> {
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
      // Only once all have been read: a part of them must not pass for the whole.
      this.#revocations.set(apiKeyId, known);
      return doorOf(first, known);
    } catch (error) {
      if (error instanceof RemoteFailure && error.failure?.kind === "not_found") return undefined;
      throw error;
    }
  }

  #page(apiKeyId: string, sinceMs: number, pageToken: string): Promise<GetUserDoorResponse> {
    return this.#workspace.getUserDoor({ apiKeyId, revokedSinceMs: BigInt(Math.floor(sinceMs)), pageToken });
  }
}

function doorOf({ workspaceId, disabled, limits, allowedDomains }: GetUserDoorResponse, { atMs }: Revocations): UserDoor {
  const isRevoked = ({ apiKeyId, userId, issuedAtMs }: UserClaims) => issuedAtMs <= (atMs.get(userHashOf(apiKeyId, userId)) ?? -1);
  return { workspaceId, disabled, limits: toLimits(limits), origins: new AllowedOrigins(allowedDomains), isRevoked };
}

function take(known: Revocations, { revocations }: GetUserDoorResponse): void {
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
