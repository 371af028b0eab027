import { setTimeout as delay } from "node:timers/promises";
import { crc32 } from "node:zlib";
import type { Database, Db } from "@parley/database";
import { failpoint, type Lease, type MessageStore } from "@parley/messaging";
import { rowsIn } from "../dry-run/count-removal.ts";
import type { Eraser, ErasureKind, RangePage } from "../model/plan.ts";
import type { TimePart } from "../process/erasure-metrics.ts";
import type { ErasureConfig } from "../process/settings.ts";
import { taskDone } from "./erasure-commands.ts";
import type { ErasureStore, StoredErasure } from "./erasure-store.ts";
import { ChunkSizes, needsRoom, pauseAfter, pausedForMs } from "./pace.ts";
import { after, anotherPass, type Progress } from "./task-progress.ts";

interface TaskRunOptions {
  readonly service: string;
  readonly database: Database;
  readonly messages: MessageStore;
  readonly store: ErasureStore;
  readonly lease: Lease;
  readonly config: ErasureConfig;
  /** The number of the service's tasks that this process works on, including this one. */
  readonly tasksAtWork: () => number;
  readonly eraserOf: (kind: ErasureKind, collection: string) => Eraser | undefined;
  readonly onRows: (collection: string, rows: number) => void;
  readonly onTime: (part: TimePart, stage: number, ms: number) => void;
}

/** Thrown by a task that has erased all that it finds, while rows that fall under the erasure are still counted. */
export class Incomplete extends Error {
  readonly rowsLeft: number;

  constructor(collection: string, rowsLeft: number, passes: number) {
    super(`After ${passes} passes ${rowsLeft} rows of ${collection} are left that fall under the erasure.`);
    this.name = "Incomplete";
    this.rowsLeft = rowsLeft;
  }
}

/** Thrown by work that has to wait. */
export class NotNow extends Error {
  readonly afterMs: number;

  constructor(message: string, afterMs: number) {
    super(message);
    this.name = "NotNow";
    this.afterMs = afterMs;
  }
}

// After this time other tasks get their turn.
const turnMs = 2_000;
const settleWithinMs = 1_000;
// The longest delay before a turn notices that its job was paused or throttled.
const readEveryMs = 250;
// A pass may leave what a transaction held that went on meanwhile. What several passes leave is kept by something else.
const mostPasses = 3;
// No bound: a count that ends early could not be told from rows that are left.
const mostCounted = Number.MAX_SAFE_INTEGER;

/**
 * One turn of one task: chunks, each a transaction that also writes the progress, until the task is done or the turn is over. From the
 * second stage on a task is done only when nothing is counted any more that falls under the erasure.
 */
export class TaskRun {
  readonly #options: TaskRunOptions;
  readonly #sizes: ChunkSizes;
  #progress: Progress;
  #known: StoredErasure | undefined;
  #knownUntilMs = 0;

  constructor(options: TaskRunOptions) {
    this.#options = options;
    this.#sizes = new ChunkSizes({ mostRows: options.config.erasureChunkRows, targetMs: options.config.erasureChunkMs });
    this.#progress = JSON.parse(options.lease.payload) as Progress;
  }

  get task(): { readonly jobId: string; readonly collection: string; readonly stage: number } {
    const { jobId, collection, stage } = this.#progress;
    return { jobId, collection, stage };
  }

  /** Fails with `NotNow` while the job is paused or, in the second pass, while older writes are still running. */
  async run(): Promise<void> {
    const first = await this.#erasure();
    // The owner has already counted the task.
    if (first === undefined) return;
    const { collection, stage } = this.#progress;
    const eraser = this.#options.eraserOf(first.kind, collection);
    if (eraser === undefined) throw new Error(`${this.#options.service} has no collection ${collection} of the kind ${first.kind}.`);
    if (stage > 1) await this.#timed("waiting", () => this.#settle());

    const untilMs = performance.now() + turnMs;
    let page: RangePage | undefined;
    for (let erasure: StoredErasure | undefined = first; erasure !== undefined; erasure = await this.#erasure()) {
      this.#options.lease.signal.throwIfAborted();
      if (this.#progress.isThrough === true && (await this.#ended(erasure, eraser))) return;
      page ??= await eraser.ranges(this.#options.database, erasure, this.#progress.page);
      const beganMs = performance.now();
      const { rows, pageDone, done } = await this.#chunk(erasure, eraser, page, beganMs > untilMs);
      if (rows > 0) this.#options.onRows(collection, rows);
      if (done) return;
      if (pageDone) page = undefined;
      await this.#timed("rests", () => this.#rest(erasure, rows, performance.now() - beganMs));
    }
  }

  async #erasure(): Promise<StoredErasure | undefined> {
    const { store, database, lease } = this.#options;
    if (performance.now() > this.#knownUntilMs) {
      this.#known = await store.find(database, lease.apiKeyId, this.#progress.jobId);
      this.#knownUntilMs = performance.now() + readEveryMs;
    }
    if (this.#known?.paused) throw new NotNow("The job is paused.", pausedForMs(lease.attempts));
    return this.#known;
  }

  /** Erases the chunk and writes the progress in one transaction; `done` ends the turn. */
  async #chunk(
    erasure: StoredErasure,
    eraser: Eraser,
    page: RangePage,
    turnIsOver: boolean,
  ): Promise<{ rows: number; pageDone: boolean; done: boolean }> {
    const { database, lease } = this.#options;
    const { stage } = this.#progress;
    const print = crc32(JSON.stringify(page.ranges));
    const at = this.#progress.at?.print === print ? this.#progress.at : { range: 0, key: [] };
    const ranges = page.ranges.slice(at.range);
    const size = this.#sizes.now(needsRoom(database));
    const limit = size.rows(erasure.rowsPerSecond);
    const beganMs = performance.now();
    let erasingMs = 0;
    const result = await database.transaction(async (tx) => {
      const erasingSinceMs = performance.now();
      const { rows, next } =
        ranges.length === 0 ? { rows: 0, next: undefined } : await eraser.erase(tx, { erasure, ranges, after: at.key, limit });
      erasingMs = performance.now() - erasingSinceMs;
      const end = { rows, page, print, next: next && { range: at.range + next.range, key: next.key } };
      const progress = after(this.#progress, end);
      const isFinished = progress.isThrough === true && stage === 1;
      const done = isFinished || turnIsOver;
      if (isFinished) await this.#finish(tx, erasure, progress.rows);
      else if (turnIsOver) await this.#yield(tx, progress);
      else await lease.saveLazily(tx, JSON.stringify(progress));
      failpoint("erasure.before-chunk-commit");
      return { rows, progress, pageDone: next === undefined, done };
    });
    failpoint("erasure.after-chunk-commit");
    this.#progress = result.progress;
    const tookMs = performance.now() - beganMs;
    size.learn({ rows: limit, isFull: !result.pageDone, tookMs: erasingMs });
    this.#options.onTime("statements", stage, erasingMs);
    this.#options.onTime("commits", stage, tookMs - erasingMs);
    return result;
  }

  /**
   * At the end of a pass: finishes the task if nothing is left that falls under the erasure, counted as for a dry run; otherwise begins
   * another pass and returns false. Fails with `Incomplete` after several passes.
   */
  async #ended(erasure: StoredErasure, eraser: Eraser): Promise<boolean> {
    const { database, lease } = this.#options;
    const { collection, rows, passRows = 0 } = this.#progress;
    const left = eraser.isProvenByPass === true ? passRows : await rowsIn(database, eraser, erasure, mostCounted);
    if (left === 0) {
      await database.transaction((tx) => this.#finish(tx, erasure, rows));
      return true;
    }
    const again = anotherPass(this.#progress);
    await database.transaction((tx) => lease.saveLazily(tx, JSON.stringify(again)));
    this.#progress = again;
    if ((again.passes ?? 0) >= mostPasses) throw new Incomplete(collection, left, mostPasses);
    return false;
  }

  async #finish(tx: Db, { apiKeyId, jobId, owner }: StoredErasure, rows: number): Promise<void> {
    const { service, messages, store, lease } = this.#options;
    const { collection, stage } = this.#progress;
    // Locked first, in the same order as when tasks are added: otherwise the two would deadlock.
    await store.lock(tx, { apiKeyId, jobId });
    await lease.finish(tx);
    await store.finishTask(tx, { apiKeyId, jobId, owner }, { collection, stage, rows });
    await messages.publish(tx, [taskDone({ apiKeyId, jobId, owner }, service, { collection, stage, rows })]);
  }

  // Puts the task behind those that were added meanwhile, so that a small job does not wait for a large one of the same API key.
  async #yield(tx: Db, progress: Progress): Promise<void> {
    const { lease, messages } = this.#options;
    const { jobId, stage, collection } = progress;
    await lease.finish(tx);
    const dedupeKey = `${jobId}/${stage}/${collection}`;
    await messages.addWork(tx, "erasure", [{ apiKeyId: lease.apiKeyId, dedupeKey, payload: JSON.stringify(progress) }]);
  }

  async #rest({ rowsPerSecond }: StoredErasure, rows: number, tookMs: number): Promise<void> {
    const { config, database, lease, tasksAtWork } = this.#options;
    const pausePercent = config.erasurePausePercent;
    const ms = pauseAfter({ rows, tookMs, rowsPerSecond, pausePercent, isBusy: needsRoom(database), tasks: tasksAtWork() });
    if (ms >= 1) await delay(ms, undefined, { signal: lease.signal });
  }

  async #timed(part: TimePart, work: () => Promise<void>): Promise<void> {
    const beganMs = performance.now();
    await work();
    this.#options.onTime(part, this.#progress.stage, performance.now() - beganMs);
  }

  async #settle(): Promise<void> {
    const { store, database, lease, config } = this.#options;
    const untilMs = performance.now() + settleWithinMs;
    const isSettled = () => store.isSettled(database, lease.apiKeyId, this.#progress.jobId, config.erasureApiKeyWaitMs);
    for (let pauseMs = 2; !(await isSettled()); pauseMs = Math.min(50, pauseMs * 2)) {
      if (performance.now() > untilMs) throw new NotNow("Writes that began before the request are still going on.", 500);
      await delay(pauseMs, undefined, { signal: lease.signal });
    }
  }
}
