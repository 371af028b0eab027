import type { Database, Db } from "@parley/database";
import { backoffMs } from "@parley/kernel";
import { type Logger, OutageLog } from "@parley/runtime";
import type { Bus, BusMessage, Undelivered } from "../bus/bus.ts";
import { laneCount } from "../events/event.ts";
import { failpoint } from "../failpoints/failpoint.ts";
import { IdleBackoff } from "../loops/idle-backoff.ts";
import { type Delay, PollLoop } from "../loops/poll-loop.ts";
import type { MessageStore } from "../messages/message-store.ts";
import type { OutboxRow } from "../outbox/outbox.store.ts";

interface RelayOptions {
  readonly database: Database;
  readonly store: MessageStore;
  readonly bus: Bus;
  readonly log: Logger;
  /** Longest delay of an idle relay in ms, and so of rows written by a process without a relay. */
  readonly pollMs: number;
  readonly onPublished: (rows: number) => void;
}

// Lanes taken from a backlog at once: relays of other processes work on the others at the same time.
const maxLanesOfBacklog = laneCount / 2;
const maxBatchBytes = 8 * 1024 * 1024;
// The shortest time from the beginning of one round to that of the next: rows that arrive meanwhile share the cost of the next round.
const roundMs = 12;
const busyMs = 25;
// Short, so that the relay soon notices that Kafka is back, however long it was down.
const longestPauseMs = 3_000;

/**
 * Publishes the committed rows of the outbox, and removes them once the bus has accepted them. Any number of relays may run on one schema.
 *
 * - Nothing is skipped: a round reads the rows that are there, never "rows newer than the last".
 * - In order per key: an event whose transaction began to write it after another event of the same key was committed is published after
 *   that one. Rows of a key share a lane; a relay works on a lane under a lock that ends with its transaction.
 * - At least once: rows of a relay that is killed between publishing and committing are published again.
 */
export class Relay {
  readonly #options: RelayOptions;
  readonly #loop: PollLoop;
  readonly #paused = new Map<number, { failures: number; untilMs: number }>();
  readonly #outage: OutageLog;
  readonly #idle: IdleBackoff;
  #busy = false;
  /** Whether the last round found so many rows that more are likely to wait. */
  #hasBacklog = false;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#outage = new OutageLog(options.log);
    this.#idle = new IdleBackoff(options.pollMs);
    this.#loop = new PollLoop(options.log, "Publishing from the outbox", () => this.#round());
  }

  start(): void {
    this.#loop.start();
  }

  /** Called when rows have been written or are about to be: polls soon and often. */
  wake(): void {
    this.#idle.reset();
    this.#loop.wake();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  async #round(): Promise<Delay> {
    const { database, store, bus, onPublished } = this.#options;
    // After a round that found rows the next one is likely to find some as well, and need not check first.
    if (this.#busy || (await store.outbox.isWaiting(database))) {
      const startedMs = performance.now();
      const published = await database.transaction((tx) => this.#publish(tx));
      // Nothing arrived, or the waiting rows are paused after a failure or belong to another relay.
      if (published === 0) return this.#afterNothing();
      failpoint("relay.after-commit");
      onPublished(published);
      this.#idle.reset();
      this.#busy = true;
      this.#hasBacklog = published >= bus.batchSize / 2;
      const leftMs = Math.max(0, startedMs + roundMs - performance.now());
      return { ms: this.#hasBacklog ? 0 : leftMs, interruptible: false };
    }
    return this.#idle.next();
  }

  #afterNothing(): Delay {
    const delay = this.#busy ? this.#idle.next() : { ms: busyMs, interruptible: false };
    this.#busy = false;
    return delay;
  }

  // Postgres may abort the transaction because of a conflict, and this runs again: that publishes twice, like a kill.
  async #publish(tx: Db): Promise<number> {
    const { store, bus } = this.#options;
    const lanes = await store.outbox.claimLanes(tx, this.#pausedLanes(), this.#hasBacklog ? maxLanesOfBacklog : laneCount);
    if (lanes.length === 0) return 0;
    const rows = await store.outbox.heads(tx, lanes, Math.ceil(bus.batchSize / lanes.length), Math.ceil(maxBatchBytes / lanes.length));
    failpoint("relay.before-publish");
    const messages = new Map(rows.map((row) => [toMessage(row), row] as const));
    const undelivered = await bus.publish([...messages.keys()]);
    failpoint("relay.after-publish");

    const failed = new Map(undelivered.map((failure) => [messages.get(failure.message), failure]));
    const done = rows.filter((row) => failed.get(row)?.refused !== false);
    for (const [row, failure] of failed)
      if (row !== undefined && failure.refused) await store.deadLetters.addRefused(tx, row, failure.error);
    this.#pauseFailed(lanes, rows, failed);
    if (done.length > 0) await store.outbox.remove(tx, done);
    failpoint("relay.before-commit");
    return done.length;
  }

  // A lane with rows that could not be published waits, longer each time; its other rows wait too, to stay in order.
  #pauseFailed(lanes: readonly number[], rows: readonly OutboxRow[], failed: ReadonlyMap<OutboxRow | undefined, Undelivered>): void {
    const first = rows.find((row) => failed.get(row)?.refused === false);
    const resting = new Set(rows.filter((row) => failed.get(row)?.refused === false).map(({ lane }) => lane));
    for (const lane of lanes) {
      const failures = resting.has(lane) ? (this.#paused.get(lane)?.failures ?? 0) + 1 : 0;
      if (failures === 0) this.#paused.delete(lane);
      else this.#paused.set(lane, { failures, untilMs: performance.now() + backoffMs(failures, longestPauseMs) });
    }
    const { schema } = this.#options.store;
    if (first !== undefined) {
      const fields = { err: failed.get(first)?.error, schema, topic: first.topic, lanes: resting.size };
      this.#outage.failed(fields, "Events could not be published; they wait in the outbox.");
    } else if (this.#paused.size === 0 && rows.length > 0) this.#outage.over({ schema }, "Events are published again.");
  }

  #pausedLanes(): number[] {
    const now = performance.now();
    return [...this.#paused].filter(([, { untilMs }]) => untilMs > now).map(([lane]) => lane);
  }
}

function toMessage(row: OutboxRow): BusMessage {
  return {
    topic: row.topic,
    key: row.eventKey,
    payload: row.payload,
    headers: {
      "event-id": row.eventId,
      "event-type": row.eventType,
      "event-time-ms": String(row.createdAtMs),
      "api-key-id": row.apiKeyId,
      ...(row.subjects.length > 0 ? { subjects: row.subjects.join("\n") } : {}),
      ...(row.traceParent === "" ? {} : { traceparent: row.traceParent }),
    },
  };
}
