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
  /** Which of these rows are still this process's, by the ids of their deliveries. */
  readonly still: (rows: readonly Row[]) => Promise<ReadonlySet<number>>;
  /** Called with the number of groups whose owner showed no life any more. */
  readonly onTakenOver: (count: number) => void;
  readonly log: Logger;
}

// A process that comes or goes is noticed within this time.
const longestRenewalMs = 2_000;
// While another process has not taken what is its own.
const claimAgainMs = 250;
// While this process stops.
const handOverEveryMs = 25;

/**
 * What this process owns, as long as it renews its lease, and which of it belongs to another that has come: nothing more is read of that, and it is
 * handed over when nothing of it is being sent. All groups of a process share its lease; each has a fence of its own.
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
  /** The other processes among which the owners of groups were last looked for. */
  #placedAmong: string | undefined;
  #claimedAtMs = Number.NEGATIVE_INFINITY;
  /** Other processes that deliver. */
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

  /** The names of groups of which nothing more is to be read here. */
  get leaving(): ReadonlySet<string> {
    return new Set(this.#leaving.keys());
  }

  /** Whether another process may own what this one has read: it was stopped or starved, or the database is down. */
  get isLapsed(): boolean {
    return performance.now() - this.#renewedAtMs > this.#options.leaseMs;
  }

  /** Whether this process has looked lately at what it holds: what has been erased since is not to be sent for the whole time of a lease. */
  get isFresh(): boolean {
    return performance.now() - this.#renewedAtMs <= 2 * this.renewEveryMs;
  }

  /** Renews the lease when that is due, and forgets what has been lost, erased or is another's. */
  async keep(): Promise<void> {
    const startedAtMs = performance.now();
    const isAtWork = startedAtMs - this.#workedAtMs <= this.#options.leaseMs / 2;
    if (isAtWork && startedAtMs - this.#renewedAtMs >= this.renewEveryMs) await this.#renew(startedAtMs);
    await this.#handOver();
  }

  /** Called when everything has been done that an owner does: who cannot lets its lease expire, so that another process takes over. */
  worked(): void {
    this.#workedAtMs = performance.now();
  }

  /** Takes those of the groups that belong to this process; returns whether there are any. */
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
   * Hands everything over: at once what is not being sent, each other group when nothing of it is any more, until `ended`. Another process may take
   * what is left after the grace time.
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
      log.warn({ err: error }, "What this process owns could not be handed over; its lease will expire.");
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
    // It may have expired before it was renewed.
    if (this.isLapsed) this.#hand.dropWaiting();
    const held = this.#hand.rows();
    if (held.length > 0) {
      const kept = await still(held);
      this.#hand.recall(held.filter(({ deliveryId }) => !kept.has(deliveryId)));
    }
    // Each group is looked at, so only when that can show something new.
    if (living !== this.#placedAmong) {
      const misplaced = this.others === 0 ? [] : await selectMisplaced(database, this.#me);
      this.#leaving = new Map(misplaced.map((group) => [nameOf(group), group]));
      this.#placedAmong = living;
    }
    this.#hand.dropWaiting(this.leaving);
    this.#renewedAtMs = startedAtMs;
  }
}
