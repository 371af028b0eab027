import { randomUUID } from "node:crypto";
import { failpoint, PollLoop } from "@parley/messaging";
import type { Logger } from "@parley/runtime";
import type { Kind, Leased } from "./delivery.ts";
import type { Leases } from "./leases.ts";

/** The parameters of one claim. */
export interface Claim<Turn> {
  readonly owner: string;
  readonly leaseMs: number;
  readonly limit: number;
  /** How many more deliveries this process may hold. */
  readonly free: number;
  /** The group up to which all have had their turn; undefined for a new round. */
  readonly after: Turn | undefined;
}

/** The result of one claim. */
export interface Claimed<Row, Turn> {
  readonly claimed: readonly Row[];
  /** The last group examined; undefined when there are no more after it. */
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
  /** How often due rows are promoted, and the longest pause when there is nothing to claim. */
  readonly promoteEveryMs: number;
  /** Most rows that one call of `promote` makes ready. */
  readonly promotedAtOnce: number;
  readonly claim: (claim: Claim<Turn>) => Promise<Claimed<Row, Turn>>;
  readonly promote: () => Promise<{ readonly rows: number; readonly takenOver: number }>;
  /** Called with the claimed rows, which are leased by then. */
  readonly onClaimed: (rows: readonly Row[]) => void;
  /** Called with the number of expired leases of other processes. */
  readonly onTakenOver: (count: number) => void;
  readonly log: Logger;
}

const firstRestMs = 4;
// Between two claims under load, so that each takes more than one delivery.
const claimPauseMs = 10;
// While there is no capacity for what is ready: short enough that the leased deliveries last until there is.
const longestFullRestMs = 32;

/** Makes due rows ready, and claims ready ones: group by group in turn, in batches, as many as there is capacity for. */
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

  /** Called when there may be something to claim. */
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
    // Due rows beyond the limit are promoted in the next round at once.
    if (rows < promotedAtOnce) this.#promotedAtMs = performance.now();
  }
}
