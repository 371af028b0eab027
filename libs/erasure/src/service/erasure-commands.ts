import { erasureTasksDoneTopic } from "@parley/contracts/topics";
import type { Db } from "@parley/database";
import { type Event, event, type MessageStore } from "@parley/messaging";
import { markScope } from "../marks/erasure-marks.ts";
import { type ReceivedCommand, scopeOf } from "../model/owners.ts";
import { type Erasure, knownKind, type Task } from "../model/plan.ts";
import type { DoneTask, ErasureStore } from "./erasure-store.ts";

export const workKind = "erasure";

interface Options {
  readonly service: string;
  readonly messages: MessageStore;
  readonly store: ErasureStore;
  /** The offset that converts a time of an owner's clock into one of this service's database. */
  readonly clockOffsetMs: (owner: string) => number;
  /** Called once for each erasure, in the transaction that begins it. */
  readonly onBegin?: ((tx: Db, erasure: Erasure) => Promise<void>) | undefined;
}

/**
 * Carries out a command of the owner of an erasure, as statements on `tx`. Safe to run any number of times: tasks that are waiting or
 * running are not added again, and done tasks are reported again.
 */
export class ErasureCommands {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  async handle(tx: Db, { apiKeyId, jobId, owner, command }: ReceivedCommand): Promise<void> {
    const job = { apiKeyId, jobId, owner };
    const { store, messages } = this.#options;
    if (command.case === "pace") {
      const { paused, rowsPerSecond } = command.value;
      await store.pace(tx, { apiKeyId, jobId, paused, rowsPerSecond });
      // A paused job's tasks check ever less often, so they are hastened.
      if (!paused) await messages.hastenWork(tx, { kind: workKind, apiKeyId, prefix: tasksOfJob(jobId) });
    } else if (command.case === "continue") {
      await store.lock(tx, job);
      await this.#addTasks(tx, job, await this.#undone(tx, job, command.value.tasks));
    } else if (command.case === "begin") {
      const { kind, requestedAtMs, scope, tasks, stage } = command.value;
      if (!tasks.some(({ service }) => service === this.#options.service)) return;
      await this.#begin(tx, job, tasks, Math.max(1, stage), {
        apiKeyId,
        jobId,
        kind: knownKind(kind),
        requestedAtMs: Number(requestedAtMs),
        scope: scopeOf(scope),
      });
    }
  }

  async #begin(tx: Db, job: Job, tasks: readonly Task[], stage: number, erasure: Erasure): Promise<void> {
    const { service, store, clockOffsetMs, onBegin } = this.#options;
    await store.lock(tx, job);
    const undone = await this.#undone(tx, job, tasks);
    if (undone.length === 0) return;
    const { owner } = job;
    const requestedAtMs = await store.insert(tx, { owner, tasks: undone.length, clockOffsetMs: clockOffsetMs(owner) }, erasure);
    if (requestedAtMs !== undefined) {
      await markScope(tx, service, { ...erasure, requestedAtMs });
      await onBegin?.(tx, { ...erasure, requestedAtMs });
    }
    await this.#addTasks(
      tx,
      job,
      undone.filter((task) => task.stage <= stage),
    );
  }

  /** This service's unfinished tasks; done ones are reported to the owner again. */
  async #undone(tx: Db, job: Job, tasks: readonly Task[]): Promise<Task[]> {
    const { service, messages, store } = this.#options;
    const own = tasks.filter((task) => task.service === service);
    if (own.length === 0) return [];
    const done = new Map((await store.done(tx, job)).map((task) => [`${task.stage}/${task.collection}`, task]));
    const again = own.flatMap(({ stage, collection }) => done.get(`${stage}/${collection}`) ?? []);
    await messages.publish(
      tx,
      again.map((task) => taskDone(job, service, task)),
    );
    return own.filter(({ stage, collection }) => !done.has(`${stage}/${collection}`));
  }

  async #addTasks(tx: Db, { apiKeyId, jobId }: Job, tasks: readonly Task[]): Promise<void> {
    const work = tasks.map(({ stage, collection }) => ({
      apiKeyId,
      dedupeKey: `${tasksOfJob(jobId)}${stage}/${collection}`,
      payload: JSON.stringify({ jobId, collection, stage, page: "", rows: 0 }),
    }));
    await this.#options.messages.addWork(tx, workKind, work);
  }
}

/** The prefix of the dedupe keys of an erasure's tasks. */
function tasksOfJob(jobId: string): string {
  return `${jobId}/`;
}

interface Job {
  readonly apiKeyId: string;
  readonly jobId: string;
  readonly owner: string;
}

/** The event that reports a task as done to the owner of the erasure. */
export function taskDone(
  { apiKeyId, jobId, owner }: { apiKeyId: string; jobId: string; owner: string },
  service: string,
  { collection, stage, rows }: DoneTask,
): Event {
  const message = { apiKeyId, jobId, owner, task: { service, collection, stage }, rows: BigInt(rows) };
  return event(erasureTasksDoneTopic, { apiKeyId, key: jobId, message });
}
