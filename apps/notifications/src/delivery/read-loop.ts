import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "@parley/database";
import { failpoint, PollLoop } from "@parley/messaging";
import type { Logger } from "@parley/runtime";
import type { Claimed, Group, Rooms } from "./claimed.ts";
import type { QueueLimits } from "./destination.ts";
import type { Hand } from "./hand.ts";
import type { OwnedQueue } from "./owned-queue.store.ts";
import type { Ownership } from "./ownership.ts";
import { PollDelay } from "./poll-delay.ts";
import type { Read } from "./read-ready.store.ts";

interface ReadOptions<Row extends Claimed> {
  readonly queue: Pick<OwnedQueue<Row>, "kind" | "promotedAtOnce" | "promote" | "read">;
  readonly database: Db;
  /** The plural noun for deliveries in log lines. */
  readonly what: string;
  readonly roomsOf: (room: number) => Rooms;
  /** Called with the rows read, which are in hand by then. */
  readonly onRead: (rows: readonly Row[]) => void;
  readonly log: Logger;
}

// Most rows that one read takes.
const maxRead = 512;
// Most bytes that one read takes; a single delivery is read whatever its size.
const maxReadBytes = 16 * 1024 * 1024;
// Nothing more is read while the deliveries in hand have this many bytes, which the last read may exceed by its own.
const maxClaimedBytes = 4 * maxReadBytes;
// How often due rows are promoted, and the longest pause when nothing is ready.
const promoteEveryMs = 500;
// The shortest time between two reads, so that each finds more than one delivery under load.
const readEveryMs = 4;
// How often a process without capacity still reads, to find groups that nobody owns.
const fullReadEveryMs = 250;

type Owner<Row extends Claimed> = Pick<Ownership<Row>, "keep" | "worked" | "claim" | "owner" | "leaving" | "others" | "renewalMs">;

/** Renews the lease, promotes due rows, claims groups, and reads ready rows: group by group in turn, in batches, as capacity allows. */
export class ReadLoop<Row extends Claimed> {
  readonly #hand: Hand<Row>;
  readonly #ownership: Owner<Row>;
  readonly #maxClaimed: number;
  readonly #options: ReadOptions<Row>;
  readonly #loop: PollLoop;
  #after: Group | undefined;
  #readAtMs = Number.NEGATIVE_INFINITY;
  #promotedAtMs = Number.NEGATIVE_INFINITY;
  readonly #delay = new PollDelay();

  constructor(hand: Hand<Row>, ownership: Owner<Row>, { maxClaimed }: Pick<QueueLimits, "maxClaimed">, options: ReadOptions<Row>) {
    this.#hand = hand;
    this.#ownership = ownership;
    this.#maxClaimed = maxClaimed;
    this.#options = options;
    this.#loop = new PollLoop(options.log, `Reading ${options.what}`, async () => {
      const delay = await this.#round();
      ownership.worked();
      return delay;
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** Called when there may be rows to read. */
  wake(): void {
    this.#delay.end();
    this.#loop.wake();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async #round() {
    await this.#ownership.keep();
    await this.#promote();
    const room = this.#hand.bytes < maxClaimedBytes ? Math.max(0, this.#maxClaimed - this.#hand.count) : 0;
    if (room === 0 && performance.now() - this.#readAtMs < fullReadEveryMs) return { ms: readEveryMs, interruptible: false };
    const result = await this.#read(room);
    if (await this.#ownership.claim(result.free)) {
      failpoint(`${this.#options.queue.kind}.after-claim`);
      return { ms: 0, interruptible: false };
    }
    this.#after = result.last;
    const { others, renewalMs } = this.#ownership;
    // A free group that is not this process's is claimed again later, in case its heir does not come.
    const isMore = result.isMore || result.free.length > 0;
    const promotionMs = this.#promotedAtMs + promoteEveryMs - performance.now();
    return this.#delay.after({ ...result, isMore }, { others, longestMs: Math.max(0, Math.ceil(Math.min(promotionMs, renewalMs))) });
  }

  async #read(room: number): Promise<Read<Row>> {
    const { queue, database, roomsOf, onRead } = this.#options;
    const { owner, leaving } = this.#ownership;
    const sinceMs = performance.now() - this.#readAtMs;
    if (sinceMs < readEveryMs) await delay(readEveryMs - sinceMs);
    this.#readAtMs = performance.now();
    const rooms = roomsOf(room);
    for (const name of leaving) rooms.groups.set(name, 0);
    const inHand = this.#hand.rows().map(({ deliveryId }) => deliveryId);
    const asked = { owner, inHand, rooms, limit: Math.min(room, maxRead), maxBytes: maxReadBytes, after: this.#after };
    const result = await queue.read(database, asked);
    if (result.rows.length > 0) {
      failpoint(`${queue.kind}.after-read`);
      this.#hand.add(result.rows);
      onRead(result.rows);
    }
    return result;
  }

  async #promote(): Promise<void> {
    const { queue, database } = this.#options;
    if (performance.now() - this.#promotedAtMs < promoteEveryMs) return;
    const rows = await queue.promote(database);
    if (rows > 0) failpoint(`${queue.kind}.after-promote`);
    // Due rows beyond the limit are promoted in the next round without a pause.
    if (rows < queue.promotedAtOnce) this.#promotedAtMs = performance.now();
  }
}
