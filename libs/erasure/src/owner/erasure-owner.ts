import { createHash } from "node:crypto";
import { erasureRequestsTopic, erasureTasksDoneTopic } from "@parley/contracts/topics";
import type { Database, Db } from "@parley/database";
import { currentContext, deterministicId, newId } from "@parley/kernel";
import { type Consumer, consumer, event, failpoint, type MessageStore } from "@parley/messaging";
import { type ListOpenRequest, type OwnerClient, type ReceivedCommand, scopeOf } from "../model/owners.ts";
import { type Erasure, type ErasureKind, type ErasureScope, type ErasureService, knownKind, tasksOf } from "../model/plan.ts";
import { beginOf, type Command, commandsOf } from "./command-of.ts";
import { type JobStatus, type JobStore, jobStore } from "./job-store.ts";
import { listOpen } from "./list-open.ts";
import { type ListRemovalsRequest, listRemovals, type RemovalsPage } from "./list-removals.ts";
import { type ListedJobs, listedJobs } from "./listed-jobs.ts";
import { type OpenJobs, openJobs } from "./open-jobs.ts";
import { type RemovalRecords, recordWork, removalRecords } from "./removal-record.ts";

/** A requested erasure. */
interface NewErasure {
  readonly apiKeyId: string;
  readonly kind: ErasureKind;
  /** The time of the request: rows written later stay. The current time when absent. */
  readonly requestedAtMs?: number;
  readonly scope: Partial<ErasureScope>;
  /** The subjects, each a list of words. The job stores only a hash of each. */
  readonly subjects: readonly (readonly string[])[];
  /** Generated when absent. */
  readonly jobId?: string;
  /** Rows of one of the owner's collections that the request itself removes. */
  readonly atOnce?: { readonly collection: string; readonly rows: number };
}

interface StartedErasure {
  readonly jobId: string;
  readonly tasksCount: number;
}

interface OfJob {
  readonly apiKeyId: string;
  readonly jobId: string;
}

/** An erasure that is missing in this owner's tables. */
export type LostErasure = Pick<Erasure, "apiKeyId" | "kind" | "requestedAtMs" | "scope">;

/** Begins an erasure again, and hides those of its subjects that are older than the request. */
export type EraseAgain = (tx: Db, erasure: LostErasure) => Promise<void>;

type OnFinished = (tx: Db, job: OfJob) => Promise<void>;

const mostKeys = 1_000;

/**
 * Begins erasures, counts their tasks down, and reports their progress. A service that owns erased things declares one at the top of a
 * file.
 */
export class ErasureOwner {
  readonly schema: ErasureService;
  readonly jobs: JobStore;
  readonly messages: MessageStore;
  readonly #open: OpenJobs;
  readonly #listed: ListedJobs;
  readonly #records: RemovalRecords;
  readonly #onFinished: OnFinished;

  constructor(schema: ErasureService, messages: MessageStore, onFinished: OnFinished) {
    this.schema = schema;
    this.messages = messages;
    this.jobs = jobStore(schema);
    this.#open = openJobs(schema);
    this.#listed = listedJobs(schema);
    this.#records = removalRecords(schema);
    this.#onFinished = onFinished;
  }

  /** The number of open erasures of each API key, for up to a thousand keys with the most. */
  open(db: Db): Promise<readonly { readonly apiKeyId: string; readonly open: number }[]> {
    return this.#open.byKey(db, mostKeys);
  }

  /** Call it in the transaction that hides the subjects: the job, its tasks and the event to every service are written with it. */
  async start(
    tx: Db,
    { apiKeyId, kind, requestedAtMs, scope, subjects, jobId = newId("job"), atOnce }: NewErasure,
  ): Promise<StartedErasure> {
    const tasks = tasksOf(kind);
    const requested = requestedAtMs ?? (await this.jobs.now(tx));
    const subjectHashes = subjects.map((subject) => subjectHash(apiKeyId, subject));
    const job = { apiKeyId, jobId, kind, requestedAtMs: requested };
    const auditRecord = currentContext()?.auditRecord ?? "";
    await this.jobs.insert(tx, { ...job, scope: JSON.stringify(scope), subjectHashes, tasks, auditRecord, atOnce });
    await this.#publish(tx, job, beginOf({ ...job, scope, stage: 1, paused: false, rowsPerSecond: 0 }, tasks));
    failpoint("erasure.before-request-commit");
    return { jobId, tasksCount: tasks.length };
  }

  /**
   * Called with every received command. When an erasure of this owner is missing in its tables, they were restored from a backup that is
   * older than the erasure, and the erasure is begun again. Safe to call any number of times: the new job has another id, which this owner
   * knows.
   */
  async onCommand(tx: Db, { apiKeyId, jobId, owner, command }: ReceivedCommand, eraseAgain: EraseAgain): Promise<void> {
    if (owner !== this.schema || command.case !== "begin") return;
    if ((await this.jobs.status(tx, apiKeyId, jobId)) !== undefined) return;
    const { kind, requestedAtMs, scope } = command.value;
    await eraseAgain(tx, { apiKeyId, kind: knownKind(kind), requestedAtMs: Number(requestedAtMs), scope: scopeOf(scope) });
  }

  /**
   * Runs `start` with an id, unless that erasure was already begun by the same request, repeated under its idempotency key. Undefined when
   * `start` returns undefined.
   */
  async once<Started extends StartedErasure | undefined>(
    tx: Db,
    apiKeyId: string,
    start: (jobId: string) => Promise<Started>,
    jobId = deterministicId("job"),
  ): Promise<Started | StartedErasure> {
    // A repeat may arrive while the request itself still runs, after its connection was lost.
    await this.jobs.reserve(tx, jobId);
    const begun = await this.jobs.status(tx, apiKeyId, jobId);
    return begun === undefined ? start(jobId) : { jobId, tasksCount: begun.tasksCount };
  }

  /** The progress of a job; undefined when the API key has none of this id. */
  status(db: Db, apiKeyId: string, jobId: string): Promise<JobStatus | undefined> {
    return this.jobs.status(db, apiKeyId, jobId);
  }

  /** The consumer that counts the tasks down. */
  counting(): Consumer {
    return consumer(erasureTasksDoneTopic, async (tx, { message: { apiKeyId, jobId, owner, task, rows } }) => {
      if (owner !== this.schema || task === undefined) return;
      const { service, collection, stage } = task;
      await this.#count(tx, { apiKeyId, jobId, service, collection, stage, rows: Number(rows) });
    });
  }

  /** Changes the pace of a job in all services; undefined values stay unchanged. Returns false unless there is such an unfinished job. */
  async pace(tx: Db, job: OfJob, { paused, rowsPerSecond }: { paused?: boolean; rowsPerSecond?: number }): Promise<boolean> {
    const pace = await this.jobs.pace(tx, { ...job, paused: paused ?? null, rowsPerSecond: rowsPerSecond ?? null });
    if (pace !== undefined) await this.#publish(tx, job, { case: "pace", value: pace });
    return pace !== undefined;
  }

  /** Pauses or resumes a job; returns whether there is such a job, and its previous state. */
  async setPaused(tx: Db, { apiKeyId, jobId }: OfJob, paused: boolean): Promise<{ found: boolean; completed: boolean }> {
    if (await this.pace(tx, { apiKeyId, jobId }, { paused })) return { found: true, completed: false };
    const isKnown = (await this.jobs.status(tx, apiKeyId, jobId)) !== undefined;
    return { found: isKnown, completed: isKnown };
  }

  /** The erasures of an API key. */
  listRemovals(db: Db, request: ListRemovalsRequest): Promise<RemovalsPage> {
    return listRemovals(db, this.#listed, request);
  }

  /** A page of the erasures in which a service has open tasks. Services request it because events may be lost. */
  listOpen(db: Db, request: ListOpenRequest) {
    return listOpen(db, { owner: this.schema, jobs: this.jobs, open: this.#open }, request);
  }

  /** The owner as a service in its own process calls it. */
  asked(database: Database): OwnerClient {
    return { listOpenErasures: (request) => this.listOpen(database, request) };
  }

  /** Repeats the commands of jobs that have not been repeated for `sinceMs`, at most `limit` of them; returns how many. */
  async repeatCommands(tx: Db, sinceMs: number, limit: number): Promise<number> {
    const stale = await this.#open.claimStale(tx, sinceMs, limit);
    for (const job of stale) {
      for (const command of commandsOf(job, await this.#open.undone(tx, job))) await this.#publish(tx, job, command);
    }
    return stale.length;
  }

  async #count(
    tx: Db,
    { apiKeyId, jobId, ...task }: OfJob & { service: string; collection: string; stage: number; rows: number },
  ): Promise<void> {
    const job = { apiKeyId, jobId };
    if (!(await this.jobs.lock(tx, job))) return;
    const left = await this.jobs.count(tx, { ...job, ...task });
    if (left === undefined) return;
    if (left.tasksLeft === 0) {
      await this.#record(tx, job);
      await this.jobs.removeTasks(tx, job);
      await this.#onFinished(tx, job);
    } else if (left.leftInStage === 0) {
      await this.#publish(tx, job, { case: "continue", value: { tasks: await this.jobs.beginStage(tx, job, task.stage + 1) } });
    }
    failpoint("erasure.before-count-commit");
  }

  // In the transaction that counts the last task, so that the record is delivered even if the process is killed.
  async #record(tx: Db, job: OfJob): Promise<void> {
    const record = await this.#records(tx, job);
    if (record === undefined) return;
    await this.messages.addWork(tx, recordWork, [{ apiKeyId: job.apiKeyId, dedupeKey: job.jobId, payload: JSON.stringify(record) }]);
  }

  async #publish(tx: Db, { apiKeyId, jobId }: OfJob, command: Command): Promise<void> {
    // The event names no subjects: an erasure must not find, and erase, its own messages.
    const message = { apiKeyId, jobId, owner: this.schema, command };
    await this.messages.publish(tx, [event(erasureRequestsTopic, { apiKeyId, key: jobId, message })]);
  }
}

/**
 * Declares the owner of a schema's erasures. `onFinished` runs in the transaction that counts the last task. Call it once for each schema.
 */
export function erasureOwner(schema: ErasureService, messages: MessageStore, onFinished: OnFinished = async () => undefined): ErasureOwner {
  return new ErasureOwner(schema, messages, onFinished);
}

/** The stored hash of an erasure's subject. */
function subjectHash(apiKeyId: string, subject: readonly string[]): string {
  return createHash("sha256")
    .update([apiKeyId, ...subject].join("\n"))
    .digest("hex");
}
