import { randomUUID } from "node:crypto";
import { failpoint, PollLoop } from "@parley/messaging";
import type { Logger } from "@parley/runtime";
import type { Kind, Leased } from "./delivery.ts";
import type { Leases } from "./leases.ts";

/** What one claim asks for. */
export interface Claim<Turn> {
  readonly owner: string;
  readonly leaseMs: number;
  readonly limit: number;
  /** How many more this process may hold. */
  readonly free: number;
  /** The group up to which all have had their turn; undefined for a new round. */
  readonly after: Turn | undefined;
}

/** What one claim has taken. */
export interface Claimed<Row, Turn> {
  readonly claimed: readonly Row[];
  /** The last group that was looked at; undefined when there are no more behind it. */
  readonly last: Turn | undefined;
  /** Whether anything was ready, claimed or not. */
  readonly wasReady: boolean;
}

export interface ClaimOptions<Row extends Leased, Turn> {
  readonly kind: Kind;
  readonly what: string;
  readonly leases: Leases<Row>;
  readonly leaseMs: number;
  /** Most deliveries that are leased at a time. */
  readonly maxLeased: number;
  readonly maxClaimed: number;
  /** How often it is looked for what has become due, and the longest rest when there is nothing to claim. */
  readonly promoteEveryMs: number;
  /** Most rows that one call of `promote` makes ready. */
  readonly promotedAtOnce: number;
  readonly claim: (claim: Claim<Turn>) => Promise<Claimed<Row, Turn>>;
  readonly promote: () => Promise<{ readonly rows: number; readonly takenOver: number }>;
  /** Given what was claimed, which is leased by then. */
  readonly onClaimed: (rows: readonly Row[]) => void;
  /** Given how many leases of processes that showed no life have ended. */
  readonly onTakenOver: (count: number) => void;
  readonly log: Logger;
}

const firstRestMs = 4;
// Between two claims under load, so that each takes more than one delivery.
const claimPauseMs = 10;
// While there is no room for what is ready: short enough that what is leased lasts until there is.
const longestFullRestMs = 32;

/** Makes ready what is due, and claims what is ready: group by group in turn, in batches, as much as there is room for. */
export class ClaimLoop<Row extends Leased, Turn> {
  readonly #options: ClaimOptions<Row, Turn>;
  readonly #owner = randomUUID();
  readonly #loop: PollLoop;
  #after: Turn | undefined;
  #promotedAtMs = Number.NEGATIVE_INFINITY;
  #restMs = firstRestMs;

  constructor(options: ClaimOptions<Row, Turn>) {
    this.#options = options;
    this.#loop = new PollLoop(options.log, `Claiming ${options.what}`, () => this.#round());
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
    const { kind, leases, leaseMs, maxLeased, maxClaimed, claim, onClaimed } = this.#options;
    const free = maxLeased - leases.count;
    if (free <= 0) return { ms: claimPauseMs, interruptible: false };
    const asked = { owner: this.#owner, leaseMs, free, limit: Math.min(free, maxClaimed), after: this.#after };
    const { claimed, last, wasReady } = await claim(asked);
    const hasTurned = this.#after !== undefined && last === undefined;
    this.#after = last;
    if (claimed.length > 0) {
      failpoint(`${kind}.after-claim`);
      leases.add(claimed);
      onClaimed(claimed);
    }
    if (claimed.length > 0 || hasTurned || last !== undefined) {
      this.#restMs = firstRestMs;
      return { ms: claimed.length >= maxClaimed / 2 ? 0 : claimPauseMs, interruptible: false };
    }
    const ms = this.#restMs;
    this.#restMs = Math.min(wasReady ? longestFullRestMs : this.#options.promoteEveryMs, ms * 2);
    return { ms, interruptible: ms > firstRestMs };
  }

  async #promote(): Promise<void> {
    const { kind, leases, promoteEveryMs, promotedAtOnce, promote, onTakenOver } = this.#options;
    if (performance.now() - this.#promotedAtMs < promoteEveryMs) return;
    await leases.keepIfOverdue();
    const { rows, takenOver } = await promote();
    if (rows > 0) failpoint(`${kind}.after-promote`);
    if (takenOver > 0) onTakenOver(takenOver);
    // What is due beyond that waits for the next round, not for the next time.
    if (rows < promotedAtOnce) this.#promotedAtMs = performance.now();
  }
}
