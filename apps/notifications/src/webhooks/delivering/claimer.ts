import { randomUUID } from "node:crypto";
import type { Database } from "@parley/database";
import { failpoint, PacedLoop } from "@parley/messaging";
import type { Logger } from "@parley/runtime";
import type { Holdings } from "./holdings.ts";
import type { Lanes } from "./lanes.ts";
import { type ClaimedRow, claimDeliveries, type LaneId, promoteDeliveries, promotedAtOnce } from "./webhook-queue.store.ts";

interface ClaimerOptions {
  readonly database: Database;
  readonly lanes: Lanes;
  readonly holdings: Holdings;
  /** Most deliveries that are held at a time. */
  readonly maxHeld: number;
  readonly leaseMs: number;
  readonly log: Logger;
  /** Given what was claimed, which is held by then. */
  readonly onClaimed: (rows: readonly ClaimedRow[]) => void;
  /** Told how many leases of processes that showed no life have ended. */
  readonly onTakenOver: (count: number) => void;
}

const promoteEveryMs = 1_000;
const firstRestMs = 4;
const longestRestMs = 1_000;
// Between two claims under load, so that each takes more than one delivery.
const claimPauseMs = 10;
const maxClaimed = 512;
const maxClaimedBytes = 16 * 1024 * 1024;

/** Makes ready what is due, and claims what is ready: endpoint by endpoint in turn, in batches, as much as there is room for. */
export class Claimer {
  readonly #options: ClaimerOptions;
  readonly #owner = randomUUID();
  readonly #loop: PacedLoop;
  #after: LaneId | undefined;
  #promotedAtMs = Number.NEGATIVE_INFINITY;
  #restMs = firstRestMs;

  constructor(options: ClaimerOptions) {
    this.#options = options;
    this.#loop = new PacedLoop(options.log, "Claiming webhook deliveries", () => this.#round());
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
    const { holdings, maxHeld, onClaimed } = this.#options;
    const free = maxHeld - holdings.count;
    if (free <= 0) return { ms: claimPauseMs, wakes: false };
    const { claimed, last } = await this.#claim(free);
    const hasTurned = this.#after !== undefined && last === undefined;
    this.#after = last;
    if (claimed.length > 0) {
      failpoint("webhook.after-claim");
      holdings.add(claimed);
      onClaimed(claimed);
    }
    if (claimed.length > 0 || hasTurned || last !== undefined) {
      this.#restMs = firstRestMs;
      return { ms: claimed.length >= maxClaimed / 2 ? 0 : claimPauseMs, wakes: false };
    }
    const ms = this.#restMs;
    this.#restMs = Math.min(longestRestMs, ms * 2);
    return { ms, wakes: ms > firstRestMs };
  }

  #claim(free: number) {
    const { database, lanes, leaseMs } = this.#options;
    return claimDeliveries(database, {
      owner: this.#owner,
      leaseMs,
      limit: Math.min(free, maxClaimed),
      maxBytes: maxClaimedBytes,
      ...lanes.rooms(performance.now(), free),
      afterKey: this.#after?.apiKeyId ?? "",
      afterTarget: this.#after?.target ?? "",
    });
  }

  async #promote(): Promise<void> {
    if (performance.now() - this.#promotedAtMs < promoteEveryMs) return;
    const { rows, takenOver } = await promoteDeliveries(this.#options.database);
    if (rows > 0) failpoint("webhook.after-promote");
    if (takenOver > 0) this.#options.onTakenOver(takenOver);
    // What is due beyond that waits for the next round, not for the next second.
    if (rows < promotedAtOnce) this.#promotedAtMs = performance.now();
  }
}
