import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "@parley/database";
import type { Logger } from "@parley/runtime";
import type { FreeGroup, Group, Held, Kind } from "./channel.ts";
import type { Hand } from "./hand.ts";
import { claimGroups, endLease, leaveGroups, releaseGroups, renewLease, selectMisplaced } from "./ownership.store.ts";

interface OwnershipOptions<Row extends Held> {
  readonly kind: Kind;
  readonly database: Db;
  readonly leaseMs: number;
  readonly nameOf: (group: Group) => string;
  readonly groupNamed: (name: string) => Group;
  /** The rows that this process still owns, by the ids of their deliveries. */
  readonly still: (rows: readonly Row[]) => Promise<ReadonlySet<number>>;
  /** Called with the number of groups taken over from an owner whose lease had expired. */
  readonly onTakenOver: (count: number) => void;
  readonly log: Logger;
}

// ms within which a joining or leaving process is noticed.
const longestRenewalMs = 2_000;
// ms between attempts to claim free groups that another process has not taken yet.
const claimAgainMs = 250;
// ms between hand-overs while this process stops.
const handOverEveryMs = 25;

/**
 * The groups that this process owns while it renews its lease, and those of them that belong to a process that has joined: nothing more is
 * read from these, and each is handed over once none of its deliveries is being sent. All groups of a process share its lease; each has its
 * own fence.
 */
export class Ownership<Row extends Held> {
  readonly #options: OwnershipOptions<Row>;
  readonly #hand: Hand<Row>;
  readonly #me: { readonly kind: Kind; readonly owner: string };
  /** How often the lease is renewed. */
  readonly renewEveryMs: number;
  #leaving = new Map<string, Group>();
  #renewedAtMs = Number.NEGATIVE_INFINITY;
  #workedAtMs = performance.now();
  /** The living processes among which misplaced groups were last searched. */
  #placedAmong: string | undefined;
  #claimedAtMs = Number.NEGATIVE_INFINITY;
  /** The number of other processes that deliver. */
  others = 0;

  constructor(hand: Hand<Row>, options: OwnershipOptions<Row>) {
    this.#options = options;
    this.#hand = hand;
    this.#me = { kind: options.kind, owner: randomUUID() };
    this.renewEveryMs = Math.min(longestRenewalMs, options.leaseMs / 3);
  }

  get owner(): string {
    return this.#me.owner;
  }

  /** The names of groups from which nothing more is to be read here. */
  get leaving(): ReadonlySet<string> {
    return new Set(this.#leaving.keys());
  }

  /** Whether another process may own the rows held here: this one was suspended or starved, or the database is down. */
  get isLapsed(): boolean {
    return performance.now() - this.#renewedAtMs > this.#options.leaseMs;
  }

  /** Whether this process has recently checked the rows that it holds, so that erased ones are not sent for the whole time of a lease. */
  get isFresh(): boolean {
    return performance.now() - this.#renewedAtMs <= 2 * this.renewEveryMs;
  }

  /** Renews the lease if that is due, and drops rows that have been erased or belong to another process. */
  async keep(): Promise<void> {
    const startedAtMs = performance.now();
    const isAtWork = startedAtMs - this.#workedAtMs <= this.#options.leaseMs / 2;
    if (isAtWork && startedAtMs - this.#renewedAtMs >= this.renewEveryMs) await this.#renew(startedAtMs);
    await this.#handOver();
  }

  /** Called when an owner's work has been done. A process that cannot do it lets its lease expire, so that another takes over. */
  worked(): void {
    this.#workedAtMs = performance.now();
  }

  /** Claims the free groups that belong to this process; returns whether there are any. */
  async claim(free: readonly FreeGroup[]): Promise<boolean> {
    const nowMs = performance.now();
    if (free.length === 0 || nowMs - this.#claimedAtMs < claimAgainMs) return false;
    const { database, nameOf, onTakenOver } = this.#options;
    const claimed = new Set((await claimGroups(database, this.#me, free)).map(nameOf));
    if (claimed.size === 0) this.#claimedAtMs = nowMs;
    else this.#placedAmong = undefined;
    const takenOver = free.filter((group) => group.wasOwned && claimed.has(nameOf(group))).length;
    if (takenOver > 0) onTakenOver(takenOver);
    return claimed.size > 0;
  }

  /**
   * Hands everything over: idle groups at once, each other group when none of its deliveries is being sent, until `ended`. After the grace
   * time another process may take the rest.
   */
  async leave(graceMs: number, ended: Promise<unknown>): Promise<void> {
    const { database, groupNamed, log } = this.#options;
    this.#leaving = new Map([...this.#hand.counts()].map(([name]) => [name, groupNamed(name)]));
    const isOver = ended.then(() => true);
    try {
      await leaveGroups(database, this.#me, [...this.#leaving.values()], graceMs);
      while (!(await Promise.race([isOver, delay(handOverEveryMs, false)]))) await this.#handOver();
      await endLease(database, this.#me);
    } catch (error) {
      log.warn({ err: error }, "The groups of this process could not be handed over; its lease will expire.");
      await isOver;
    }
  }

  async #handOver(): Promise<void> {
    const idle = [...this.#leaving].filter(([name]) => this.#hand.countOf(name) === 0);
    if (idle.length === 0) return;
    await releaseGroups(
      this.#options.database,
      this.#me,
      idle.map(([, group]) => group),
    );
    for (const [name] of idle) this.#leaving.delete(name);
  }

  async #renew(startedAtMs: number): Promise<void> {
    const { database, leaseMs, nameOf, still } = this.#options;
    const { others, living } = await renewLease(database, this.#me, leaseMs);
    this.others = others;
    // The lease may have expired before it was renewed.
    if (this.isLapsed) this.#hand.dropWaiting();
    const held = this.#hand.rows();
    if (held.length > 0) {
      const kept = await still(held);
      this.#hand.recall(held.filter(({ deliveryId }) => !kept.has(deliveryId)));
    }
    // The search examines each group, so it runs only when the set of processes has changed.
    if (living !== this.#placedAmong) {
      const misplaced = this.others === 0 ? [] : await selectMisplaced(database, this.#me);
      this.#leaving = new Map(misplaced.map((group) => [nameOf(group), group]));
      this.#placedAmong = living;
    }
    this.#hand.dropWaiting(this.leaving);
    this.#renewedAtMs = startedAtMs;
  }
}
