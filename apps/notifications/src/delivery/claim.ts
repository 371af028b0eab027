import { randomUUID } from "node:crypto";
import { failpoint, PollLoop } from "@parley/messaging";
import type { Logger } from "@parley/runtime";
import type { Claim, Claimed, Kind, Leased } from "./channel.ts";
import type { Leases } from "./leases.ts";
import type { QueueLimits } from "./queue-limits.ts";

interface ClaimOptions<Row extends Leased> {
  readonly kind: Kind;
  readonly what: string;
  readonly claim: (claim: Claim) => Promise<Claimed<Row>>;
  readonly promote: () => Promise<{ readonly rows: number; readonly takenOver: number }>;
  /** Most rows that one call of `promote` makes ready. */
  readonly promotedAtOnce: number;
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
export class ClaimLoop<Row extends Leased> {
  readonly #leases: Leases<Row>;
  readonly #limits: QueueLimits;
  readonly #options: ClaimOptions<Row>;
  readonly #owner = randomUUID();
  readonly #loop: PollLoop;
  #after: string | undefined;
  #promotedAtMs = Number.NEGATIVE_INFINITY;
  #restMs = firstRestMs;

  constructor(leases: Leases<Row>, limits: QueueLimits, options: ClaimOptions<Row>) {
    this.#leases = leases;
    this.#limits = limits;
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
    const { leaseMs, maxLeased, maxClaimed, promoteEveryMs } = this.#limits;
    const { kind, claim, onClaimed } = this.#options;
    const free = maxLeased - this.#leases.count;
    if (free <= 0) return { ms: claimPauseMs, interruptible: false };
    const asked = { owner: this.#owner, leaseMs, free, limit: Math.min(free, maxClaimed), after: this.#after };
    const { claimed, last, wasReady } = await claim(asked);
    const hasTurned = this.#after !== undefined && last === undefined;
    this.#after = last;
    if (claimed.length > 0) {
      failpoint(`${kind}.after-claim`);
      this.#leases.add(claimed);
      onClaimed(claimed);
    }
    if (claimed.length > 0 || hasTurned || last !== undefined) {
      this.#restMs = firstRestMs;
      return { ms: claimed.length >= maxClaimed / 2 ? 0 : claimPauseMs, interruptible: false };
    }
    const ms = this.#restMs;
    this.#restMs = Math.min(wasReady ? longestFullRestMs : promoteEveryMs, ms * 2);
    return { ms, interruptible: ms > firstRestMs };
  }

  async #promote(): Promise<void> {
    const { kind, promotedAtOnce, promote, onTakenOver } = this.#options;
    if (performance.now() - this.#promotedAtMs < this.#limits.promoteEveryMs) return;
    await this.#leases.keepIfOverdue();
    const { rows, takenOver } = await promote();
    if (rows > 0) failpoint(`${kind}.after-promote`);
    if (takenOver > 0) onTakenOver(takenOver);
    // Due rows beyond the limit are promoted in the next round at once.
    if (rows < promotedAtOnce) this.#promotedAtMs = performance.now();
  }
}
