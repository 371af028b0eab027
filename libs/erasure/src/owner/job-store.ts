import { type Db, statement } from "@parley/database";
import { listOf, nowMs, nullable, types, type ValuesOf } from "@parley/database/schema";
import type { Task } from "../model/plan.ts";

interface OfJob {
  readonly apiKeyId: string;
  readonly jobId: string;
}

interface NewJob extends OfJob {
  readonly kind: string;
  readonly subjectHashes: readonly string[];
  readonly requestedAtMs: number;
  /** As JSON. */
  readonly scope: string;
  readonly tasks: readonly Task[];
}

const jobStatus = {
  tasksCount: types.integer,
  tasksLeft: types.integer,
  lastTaskCompletedAtMs: types.bigint,
};

export type JobStatus = ValuesOf<typeof jobStatus>;

const jobRow = {
  apiKeyId: types.text,
  jobId: types.text,
  kind: types.text,
  stage: types.integer,
  requestedAtMs: types.bigint,
  tasksCount: types.integer,
  tasksLeft: types.integer,
  rowsErased: types.bigint,
  lastTaskCompletedAtMs: types.bigint,
  paused: types.boolean,
  rowsPerSecond: types.integer,
  openSeconds: types.bigint,
  /** The services that have not done all of their tasks of the stage. */
  waitsFor: listOf(types.text),
};

const paceColumns = {
  paused: types.boolean,
  rowsPerSecond: types.integer,
};

export type JobStore = ReturnType<typeof jobStore>;

const crossTenant = "Operators look after the removals of every API key.";

export function jobStore(schema: string) {
  const selectNow = statement(`${schema}.erasure_now`, {}, { nowMs: types.bigint }, `select ${nowMs} as now_ms`);
  const reserve = statement(
    `${schema}.erasure_job_reserve`,
    { jobId: types.text },
    { reserved: types.boolean },
    "select pg_advisory_xact_lock(hashtextextended($jobId, 0)) is not null as reserved",
  );
  const insert = statement(
    `${schema}.erasure_job_insert`,
    {
      apiKeyId: types.text,
      jobId: types.text,
      kind: types.text,
      subjectHashes: listOf(types.text),
      requestedAtMs: types.bigint,
      scope: types.json,
      stages: listOf(types.integer),
      services: listOf(types.text),
      collections: listOf(types.text),
    },
    {},
    `with job as (
       insert into erasure_jobs (api_key_id, job_id, kind, subject_hashes, requested_at_ms, scope, tasks_count, tasks_left)
       values ($apiKeyId, $jobId, $kind, $subjectHashes, $requestedAtMs, $scope::json, cardinality($stages::integer[]), cardinality($stages::integer[]))
     )
     insert into erasure_tasks (api_key_id, job_id, stage, service, collection)
     select $apiKeyId, $jobId, task.* from unnest($stages::integer[], $services::text[], $collections::text[]) as task`,
  );
  const lock = statement(
    `${schema}.erasure_job_lock`,
    { apiKeyId: types.text, jobId: types.text },
    { stage: types.integer },
    "select stage from erasure_jobs where api_key_id = $apiKeyId and job_id = $jobId for update",
  );
  // The count of what is left does not see the effect of the same statement: hence minus one.
  const count = statement(
    `${schema}.erasure_job_count`,
    { apiKeyId: types.text, jobId: types.text, stage: types.integer, service: types.text, collection: types.text, rows: types.bigint },
    { tasksLeft: types.integer, leftInStage: types.bigint },
    `with ended as (
       update erasure_tasks set done = true
       where api_key_id = $apiKeyId and job_id = $jobId and stage = $stage and service = $service and collection = $collection and not done
       returning 1
     ), counted as (
       update erasure_jobs set tasks_left = tasks_left - 1, rows_erased = rows_erased + $rows::bigint,
         last_task_completed_at_ms = greatest(last_task_completed_at_ms, ${nowMs})
       where api_key_id = $apiKeyId and job_id = $jobId and exists (select from ended)
       returning tasks_left
     )
     select tasks_left, (select count(*) from erasure_tasks where api_key_id = $apiKeyId and job_id = $jobId and stage = $stage and not done) - 1 as left_in_stage
     from counted`,
  );
  const selectStage = statement(
    `${schema}.erasure_tasks_of_stage`,
    { stage: types.integer, apiKeyId: types.text, jobId: types.text },
    { service: types.text, collection: types.text, stage: types.integer },
    `with job as (update erasure_jobs set stage = $stage, told_at_ms = ${nowMs} where api_key_id = $apiKeyId and job_id = $jobId)
     select service, collection, stage from erasure_tasks where api_key_id = $apiKeyId and job_id = $jobId and stage = $stage`,
  );
  const removeTasks = statement(
    `${schema}.erasure_tasks_delete`,
    { apiKeyId: types.text, jobId: types.text },
    {},
    `with forgotten as (update erasure_jobs set scope = null where api_key_id = $apiKeyId and job_id = $jobId)
     delete from erasure_tasks where api_key_id = $apiKeyId and job_id = $jobId`,
  );
  const selectStatus = statement(
    `${schema}.erasure_job_status`,
    { apiKeyId: types.text, jobId: types.text },
    jobStatus,
    "select tasks_count, tasks_left, last_task_completed_at_ms from erasure_jobs where api_key_id = $apiKeyId and job_id = $jobId",
  );
  const selectUnfinished = statement(
    `${schema}.erasure_jobs_unfinished`,
    { limit: types.bigint },
    jobRow,
    `select api_key_id, job_id, kind, stage, requested_at_ms, tasks_count, tasks_left, rows_erased, last_task_completed_at_ms, paused, rows_per_second,
       (${nowMs} - requested_at_ms) / 1000 as open_seconds,
       array(select distinct t.service from erasure_tasks t
             where t.api_key_id = j.api_key_id and t.job_id = j.job_id and t.stage = j.stage and not t.done order by 1) as waits_for
     from erasure_jobs j where tasks_left > 0 order by requested_at_ms limit $limit`,
    { crossTenant },
  );
  const sumLeft = statement(
    `${schema}.erasure_tasks_left`,
    {},
    { tasks: types.bigint, oldestSeconds: types.bigint },
    `select coalesce(sum(tasks_left), 0) as tasks, coalesce(${nowMs} - min(requested_at_ms), 0) / 1000 as oldest_seconds
     from erasure_jobs where tasks_left > 0`,
    { crossTenant },
  );
  const removeOld = statement(
    `${schema}.erasure_jobs_remove_old`,
    { keptMs: types.bigint, limit: types.bigint },
    {},
    `delete from erasure_jobs where ctid = any(array(
       select ctid from erasure_jobs where tasks_left = 0 and requested_at_ms < ${nowMs} - $keptMs::bigint order by requested_at_ms limit $limit))`,
    { crossTenant },
  );
  const pace = statement(
    `${schema}.erasure_job_pace`,
    { paused: nullable(types.boolean), rowsPerSecond: nullable(types.integer), apiKeyId: types.text, jobId: types.text },
    paceColumns,
    `update erasure_jobs set paused = coalesce($paused::boolean, paused), rows_per_second = coalesce($rowsPerSecond::integer, rows_per_second)
     where api_key_id = $apiKeyId and job_id = $jobId and tasks_left > 0 returning paused, rows_per_second`,
  );

  return {
    /** The time of the database's clock, in ms. */
    now: async (db: Db) => (await db.row(selectNow, {}))?.nowMs ?? 0,
    insert: async (tx: Db, { tasks, ...job }: NewJob) => {
      const columns = {
        stages: tasks.map(({ stage }) => stage),
        services: tasks.map(({ service }) => service),
        collections: tasks.map(({ collection }) => collection),
      };
      await tx.run(insert, { ...job, ...columns });
    },
    /** Prevents others from beginning a job of this id until the transaction ends. */
    reserve: (tx: Db, jobId: string) => tx.run(reserve, { jobId }),
    /** Prevents others from counting until the transaction ends; returns whether there is such a job. */
    lock: async (tx: Db, { apiKeyId, jobId }: OfJob) => (await tx.row(lock, { apiKeyId, jobId })) !== undefined,
    /** Counts a task as done; returns nothing when it was counted before. Needs the job locked. */
    count: (tx: Db, { apiKeyId, jobId, ...task }: OfJob & Task & { rows: number }) => tx.row(count, { apiKeyId, jobId, ...task }),
    /** Begins a stage, and returns its tasks. */
    beginStage: (tx: Db, { apiKeyId, jobId }: OfJob, stage: number) => tx.rows(selectStage, { apiKeyId, jobId, stage }),
    removeTasks: (tx: Db, { apiKeyId, jobId }: OfJob) => tx.run(removeTasks, { apiKeyId, jobId }),
    status: (db: Db, apiKeyId: string, jobId: string) => db.row(selectStatus, { apiKeyId, jobId }),
    unfinished: (db: Db, limit: number) => db.rows(selectUnfinished, { limit }),
    /** The number of tasks left of all jobs, and for how long the oldest of these jobs has been open. */
    left: async (db: Db) => (await db.row(sumLeft, {})) ?? { tasks: 0, oldestSeconds: 0 },
    /** Deletes records of jobs that were done long ago; returns how many. */
    removeOld: (db: Db, keptMs: number, limit: number) => db.run(removeOld, { keptMs, limit }),
    pace: (tx: Db, job: OfJob & { paused: boolean | null; rowsPerSecond: number | null }) => tx.row(pace, job),
  };
}
