import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "@parley/database";
import type { Logger } from "@parley/runtime";
import { type Claimed, groupName, groupNamed } from "./claimed.ts";
import type { Hand } from "./hand.ts";
import type { OwnedQueue } from "./owned-queue.store.ts";
import { claimGroups, handOverGroups, renewLease } from "./ownership.store.ts";
import type { FreeGroup } from "./read-ready.store.ts";

interface OwnershipOptions<Row extends Claimed> {
  readonly queue: Pick<OwnedQueue<Row>, "kind" | "still">;
  readonly database: Db;
  readonly leaseMs: number;
  /** Called with the number of groups taken over from an owner whose lease had expired. */
  readonly onTakenOver: (count: number) => void;
  readonly log: Logger;
}

// ms within which a joining or leaving process is noticed.
const longestRenewalMs = 2_000;
// ms between attempts to claim free groups that another process has not taken yet, and between hand-overs, which examine each group.
const againMs = 250;
// ms between looks for idle groups while this process stops.
const stoppingPollMs = 25;

/**
 * The groups that this process owns while it renews its lease, and those of them that belong to a process that has joined: nothing more is
 * read from these, and each is handed over once none of its deliveries is being sent. All groups of a process share its lease; each has its
 * own fence.
 */
export class Ownership<Row extends Claimed> {
  readonly #options: OwnershipOptions<Row>;
  readonly #hand: Hand<Row>;
  readonly #me: { readonly kind: OwnedQueue<Row>["kind"]; readonly owner: string };
  readonly renewEveryMs: number;
  #leaving: ReadonlySet<string> = new Set();
  #renewedAtMs = Number.NEGATIVE_INFINITY;
  #workedAtMs = performance.now();
  /** The living processes at the last hand-over. */
  #placedAmong: string | undefined;
  #claimedAtMs = Number.NEGATIVE_INFINITY;
  #handedOverAtMs = Number.NEGATIVE_INFINITY;
  /** The number of other processes that deliver. */
  others = 0;

  constructor(hand: Hand<Row>, options: OwnershipOptions<Row>) {
    this.#options = options;
    this.#hand = hand;
    this.#me = { kind: options.queue.kind, owner: randomUUID() };
    this.renewEveryMs = Math.min(longestRenewalMs, options.leaseMs / 3);
  }

  get owner(): string {
    return this.#me.owner;
  }

  /** The names of groups from which nothing more is to be read here. */
  get leaving(): ReadonlySet<string> {
    return this.#leaving;
  }

  /**
   * Whether this process has recently checked the rows that it holds: none of them can belong to another process yet, and erased ones are not
   * sent for the whole time of a lease. It has not if it was suspended or starved, or if the database is down.
   */
  get isFresh(): boolean {
    return performance.now() - this.#renewedAtMs <= 2 * this.renewEveryMs;
  }

  /** The time until the next renewal. */
  get renewalMs(): number {
    return this.#renewedAtMs + this.renewEveryMs - performance.now();
  }

  /** Renews the lease if that is due, and drops rows that have been erased or belong to another process. */
  async keep(): Promise<void> {
    const startedAtMs = performance.now();
    const isAtWork = startedAtMs - this.#workedAtMs <= this.#options.leaseMs / 2;
    if (isAtWork && startedAtMs - this.#renewedAtMs >= this.renewEveryMs) await this.#renew(startedAtMs);
    await this.#handOverIdle();
  }

  /** Called when an owner's work has been done. A process that cannot do it lets its lease expire, so that another takes over. */
  worked(): void {
    this.#workedAtMs = performance.now();
  }

  /** Claims the free groups that belong to this process; returns whether there are any. */
  async claim(free: readonly FreeGroup[]): Promise<boolean> {
    const nowMs = performance.now();
    if (free.length === 0 || nowMs - this.#claimedAtMs < againMs) return false;
    const { database, onTakenOver } = this.#options;
    const claimed = new Set((await claimGroups(database, this.#me, free)).map(groupName));
    if (claimed.size === 0) this.#claimedAtMs = nowMs;
    else this.#placedAmong = undefined;
    const takenOver = free.filter((group) => group.wasOwned && claimed.has(groupName(group))).length;
    if (takenOver > 0) onTakenOver(takenOver);
    return claimed.size > 0;
  }

  /**
   * Hands everything over: idle groups at once, each other group when none of its deliveries is being sent, until `ended`. After the grace
   * time another process may take the rest.
   */
  async leave(graceMs: number, ended: Promise<unknown>): Promise<void> {
    const { database, log } = this.#options;
    const isOver = ended.then(() => true);
    try {
      await renewLease(database, this.#me, { leaseMs: graceMs, isLeaving: true });
      await this.#handOver();
      while (!(await Promise.race([isOver, delay(stoppingPollMs, false)]))) await this.#handOverIdle();
      await handOverGroups(database, this.#me, []);
      await renewLease(database, this.#me, { leaseMs: 0, isLeaving: true });
    } catch (error) {
      log.warn({ err: error }, "The groups of this process could not be handed over; its lease will expire.");
      await isOver;
    }
  }

  async #renew(startedAtMs: number): Promise<void> {
    const { database, leaseMs, queue } = this.#options;
    const { others, living } = await renewLease(database, this.#me, { leaseMs, isLeaving: false });
    this.others = others;
    const claimed = this.#hand.rows();
    if (claimed.length > 0) {
      const kept = await queue.still(database, claimed);
      this.#hand.recall(claimed.filter(({ deliveryId }) => !kept.has(deliveryId)));
    }
    // A hand-over examines each group, so it is only tried when the set of processes has changed.
    if (living !== this.#placedAmong) {
      if (others === 0) this.#leaving = new Set();
      else await this.#handOver();
      this.#placedAmong = living;
    }
    this.#renewedAtMs = startedAtMs;
  }

  /** Hands over groups of other processes that have become idle. */
  async #handOverIdle(): Promise<void> {
    const hasIdle = [...this.#leaving].some((name) => this.#hand.countOf(name) === 0);
    if (hasIdle && performance.now() - this.#handedOverAtMs >= againMs) await this.#handOver();
  }

  /** Hands over the groups that belong to other processes, except those with deliveries in hand, of which only running ones are kept. */
  async #handOver(): Promise<void> {
    this.#handedOverAtMs = performance.now();
    const busy = [...this.#hand.counts()].map(([name]) => groupNamed(name));
    this.#leaving = new Set((await handOverGroups(this.#options.database, this.#me, busy)).map(groupName));
    this.#hand.recall(this.#hand.rows().filter((row) => this.#leaving.has(groupName(row))));
  }
}
