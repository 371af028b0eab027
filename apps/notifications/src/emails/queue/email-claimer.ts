import { randomUUID } from "node:crypto";
import type { Database } from "@parley/database";
import { failpoint, PacedLoop } from "@parley/messaging";
import type { Logger } from "@parley/runtime";
import { type ClaimedRow, claimEmails, promotedAtOnce, promoteEmails } from "./email-queue.store.ts";
import type { HeldEmails } from "./held-emails.ts";

interface ClaimerOptions {
  readonly database: Database;
  readonly held: HeldEmails;
  readonly maxHeld: number;
  readonly perKey: number;
  /** API keys whose provider takes less than usual, and how much. */
  readonly limits: () => ReadonlyMap<string, number>;
  readonly leaseMs: number;
  readonly log: Logger;
  /** Given what was claimed, which is held by then. */
  readonly onClaimed: (rows: readonly ClaimedRow[]) => void;
  /** Told how many leases of processes that showed no life have ended. */
  readonly onTakenOver: (count: number) => void;
}

const promoteEveryMs = 500;
const firstRestMs = 4;
const longestRestMs = 500;
// Between two claims under load, so that each takes more than one mail.
const claimPauseMs = 10;
const maxClaimed = 256;

/** Makes ready what is due, and claims what is ready: API key by API key in turn, in batches, as much as there is room for. */
export class EmailClaimer {
  readonly #options: ClaimerOptions;
  readonly #owner = randomUUID();
  readonly #loop: PacedLoop;
  #afterKey = "";
  #promotedAtMs = Number.NEGATIVE_INFINITY;
  #restMs = firstRestMs;

  constructor(options: ClaimerOptions) {
    this.#options = options;
    this.#loop = new PacedLoop(options.log, "Claiming mails", () => this.#round());
  }

  start(): void {
    this.#loop.start();
  }

  /** There may be something to claim. */
  wake(): void {
    this.#restMs = firstRestMs;
    this.#loop.wake();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async #round() {
    await this.#promote();
    const { held, maxHeld, onClaimed } = this.#options;
    const free = maxHeld - held.count;
    if (free <= 0) return { ms: claimPauseMs, wakes: false };
    const { claimed, lastKey } = await this.#claim(free);
    const hasTurned = this.#afterKey !== "" && lastKey === undefined;
    this.#afterKey = lastKey ?? "";
    if (claimed.length > 0) {
      failpoint("email.after-claim");
      held.add(claimed);
      onClaimed(claimed);
    }
    if (claimed.length > 0 || hasTurned || lastKey !== undefined) {
      this.#restMs = firstRestMs;
      return { ms: claimPauseMs, wakes: false };
    }
    const ms = this.#restMs;
    this.#restMs = Math.min(longestRestMs, ms * 2);
    return { ms, wakes: ms > firstRestMs };
  }

  #claim(free: number) {
    const { database, held, perKey, limits, leaseMs } = this.#options;
    const rooms = new Map<string, number>();
    for (const [apiKeyId, count] of held.countsByKey()) rooms.set(apiKeyId, Math.max(0, perKey - count));
    for (const [apiKeyId, limit] of limits()) {
      rooms.set(apiKeyId, Math.max(0, Math.min(rooms.get(apiKeyId) ?? perKey, limit - held.countOf(apiKeyId))));
    }
    return claimEmails(database, {
      ...{ owner: this.#owner, leaseMs, perKey, afterKey: this.#afterKey },
      limit: Math.min(free, maxClaimed),
      busyKeys: [...rooms.keys()],
      busyRooms: [...rooms.values()],
    });
  }

  async #promote(): Promise<void> {
    if (performance.now() - this.#promotedAtMs < promoteEveryMs) return;
    const { rows, takenOver } = await promoteEmails(this.#options.database);
    if (rows > 0) failpoint("email.after-promote");
    if (takenOver > 0) this.#options.onTakenOver(takenOver);
    // What is due beyond that waits for the next round, not for the next half second.
    if (rows < promotedAtOnce) this.#promotedAtMs = performance.now();
  }
}
