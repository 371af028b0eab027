import type { Database } from "@parley/database";
import type { Logger } from "@parley/runtime";
import { newEventId } from "../events/event.ts";
import { failpoint } from "../failpoints/failpoint.ts";
import { IdleBackoff } from "../loops/idle-backoff.ts";
import { type Delay, PollLoop } from "../loops/poll-loop.ts";
import type { MessageStore } from "../messages/message-store.ts";
import { type LeaseRow, leaseName } from "../work/work.store.ts";
import { Lease, LeaseLost } from "./lease.ts";
import type { Worker } from "./worker.ts";

interface WorkRunnerOptions {
  readonly database: Database;
  readonly store: MessageStore;
  readonly worker: Worker;
  readonly log: Logger;
  readonly pollMs: number;
  /** How long running work may continue when the process stops, in ms. */
  readonly graceMs: number;
  readonly onTakenOver: (kind: string, rows: number) => void;
  readonly onDone: (kind: string, outcome: WorkOutcome) => void;
}

export const workOutcomes = ["done", "retried", "dead", "lost"] as const;
type WorkOutcome = (typeof workOutcomes)[number];

interface Running {
  readonly lease: Lease;
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

const promoteEveryMs = 1_000;

/** Claims work, does it with bounded concurrency, renews its leases, and releases unfinished work. */
export class WorkRunner {
  readonly #options: WorkRunnerOptions;
  readonly #leaseMs: number;
  readonly #perKey: number;
  readonly #idle: IdleBackoff;
  readonly #claims: PollLoop;
  readonly #heartbeat: PollLoop;
  // The running work, one entry for each lease: the same work is here twice if its lease was lost and this process has claimed it again.
  readonly #running = new Set<Running>();
  #afterKey = "";
  #promotedAtMs = Number.NEGATIVE_INFINITY;
  #stopping = false;

  constructor(options: WorkRunnerOptions) {
    const { worker, log, pollMs } = options;
    this.#options = options;
    this.#leaseMs = worker.leaseMs ?? 30_000;
    this.#perKey = worker.perKey ?? Math.ceil(worker.concurrency / 4);
    this.#idle = new IdleBackoff(Math.min(pollMs, promoteEveryMs));
    this.#claims = new PollLoop(log, `Claiming ${worker.kind}`, () => this.#round());
    this.#heartbeat = new PollLoop(log, `Keeping leases of ${worker.kind}`, () => this.#keepLeases());
  }

  start(): void {
    this.#claims.start();
    this.#heartbeat.start();
  }

  wake(): void {
    this.#idle.reset();
    this.#claims.wake();
  }

  /** Claims nothing more, waits for running work during the grace time, then aborts it and releases it. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#claims.stop();
    await this.#settle(this.#options.graceMs);
    for (const { abort } of this.#running) abort.abort(new Error("The process stops."));
    // Work that ignores its signal keeps its lease until that expires; then another worker claims it.
    await this.#settle(1_000);
    await this.#heartbeat.stop();
  }

  async #settle(withinMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, withinMs);
    await Promise.race([promise, Promise.allSettled([...this.#running].map(({ done }) => done))]);
    clearTimeout(timer);
  }

  async #round(): Promise<Delay> {
    const { worker, store, database } = this.#options;
    await this.#promote();
    const room = worker.concurrency - this.#running.size;
    // Waits until several slots are free, because each claim is a statement.
    if (room < Math.max(1, worker.concurrency / 4)) return { ms: promoteEveryMs, interruptible: true };
    const options = {
      kind: worker.kind,
      limit: room,
      leaseMs: this.#leaseMs,
      perKey: this.#perKey,
      busy: this.#busyKeys(),
      afterKey: this.#afterKey,
    };
    const claimed = await store.work.claim(database, options);
    if (claimed.length > 0) failpoint("work.after-claim");
    for (const row of claimed) this.#begin(row);
    const wrapped = claimed.length < room && this.#afterKey !== "";
    this.#afterKey =
      claimed.length < room
        ? ""
        : (claimed
            .map(({ apiKeyId }) => apiKeyId)
            .sort()
            .at(-1) ?? "");
    if (claimed.length > 0 || wrapped) {
      this.#idle.reset();
      return { ms: 0, interruptible: false };
    }
    return this.#idle.next();
  }

  async #promote(): Promise<void> {
    if (performance.now() - this.#promotedAtMs < promoteEveryMs) return;
    for (const { kind, takenOver } of await this.#options.store.work.promote(this.#options.database)) {
      if (takenOver > 0) this.#options.onTakenOver(kind, takenOver);
    }
    this.#promotedAtMs = performance.now();
  }

  #busyKeys(): Map<string, number> {
    const room = new Map<string, number>();
    for (const { lease } of this.#running) room.set(lease.apiKeyId, Math.max(0, (room.get(lease.apiKeyId) ?? this.#perKey) - 1));
    return room;
  }

  #begin(row: LeaseRow): void {
    const abort = new AbortController();
    const lease = new Lease(row, this.#options.store.work, abort.signal);
    const done = this.#do(lease).finally(() => {
      this.#running.delete(running);
      this.#claims.wake();
    });
    const running = { lease, abort, done };
    this.#running.add(running);
  }

  async #do(lease: Lease): Promise<void> {
    const { worker, log, onDone } = this.#options;
    try {
      onDone(worker.kind, await this.#attempt(lease));
    } catch (error) {
      // The database is down: the lease expires, and the work is done again.
      log.warn({ err: error, kind: worker.kind, workId: lease.workId }, "The outcome of a piece of work could not be stored.");
    }
  }

  async #attempt(lease: Lease): Promise<WorkOutcome> {
    const { worker, store, database, log } = this.#options;
    try {
      await worker.handle(lease);
      if (!lease.finished) await lease.finish(database);
      failpoint("work.after-commit");
      return "done";
    } catch (error) {
      if (error instanceof LeaseLost) return "lost";
      if (this.#stopping && lease.signal.aborted) {
        await store.work.release(database, lease);
        return "retried";
      }
      return this.#retry(lease, error, log);
    }
  }

  async #retry(lease: Lease, error: unknown, log: Logger): Promise<WorkOutcome> {
    const { worker, store, database } = this.#options;
    const text = (error instanceof Error ? error.message : String(error)).replaceAll("\0", "");
    const delayMs = worker.retryAfterMs(lease.attempts, error);
    if (delayMs !== undefined) {
      await store.work.reschedule(database, lease, delayMs, text);
      return "retried";
    }
    log.error(
      { err: error, kind: worker.kind, apiKeyId: lease.apiKeyId, attempts: lease.attempts },
      "A piece of work failed permanently and became a dead letter.",
    );
    return (await store.deadLetters.addExhausted(database, lease, newEventId(), text)) ? "dead" : "lost";
  }

  async #keepLeases(): Promise<Delay> {
    const running = [...this.#running];
    if (running.length > 0) {
      const { store, database } = this.#options;
      const leases = running.map(({ lease }) => lease);
      const held = await store.work.extend(database, leases, this.#leaseMs);
      for (const { lease, abort } of running) if (!held.has(leaseName(lease)) && !lease.finished) abort.abort(new LeaseLost(lease));
    }
    return { ms: this.#leaseMs / 3, interruptible: false };
  }
}
