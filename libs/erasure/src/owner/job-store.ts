import { type Db, sql, statement } from "@parley/database";
import { listOf, literal, nowMs, nullable, types, type ValuesOf } from "@parley/database/schema";
import type { Task } from "../model/plan.ts";
import { erasureOwnerSchema } from "../schema/erasure-schemas.ts";

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
  readonly auditRecord: string;
  /** Rows of this collection of the owner that the request itself removed. */
  readonly atOnce: { readonly collection: string; readonly rows: number } | undefined;
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
  /** The services with open tasks in the current stage. */
  waitsFor: listOf(types.text),
};

const paceColumns = {
  paused: types.boolean,
  rowsPerSecond: types.integer,
};

export type JobStore = ReturnType<typeof jobStore>;

const crossTenant = "Operators look after the removals of every API key.";

/** The stage of the rows that the request itself removed, before the first task. */
const atOnceStage = 0;

export function jobStore(schema: string) {
  const { erasureJobs, erasureTasks } = erasureOwnerSchema(schema);
  const selectNow = statement(`${schema}.erasure_now`, {}, { nowMs: types.bigint }, sql`select ${nowMs} as now_ms`);
  const reserve = statement(
    `${schema}.erasure_job_reserve`,
    { jobId: types.text },
    { reserved: types.boolean },
    sql`select pg_advisory_xact_lock(hashtextextended($jobId, 0)) is not null as reserved`,
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
      auditRecord: types.text,
      atOnceCollection: types.text,
      atOnceRows: types.bigint,
    },
    {},
    sql`with job as (
       insert into ${erasureJobs} (${erasureJobs.apiKeyId}, ${erasureJobs.jobId}, ${erasureJobs.kind}, ${erasureJobs.subjectHashes},
         ${erasureJobs.requestedAtMs}, ${erasureJobs.scope}, ${erasureJobs.tasksCount}, ${erasureJobs.tasksLeft}, ${erasureJobs.auditRecord})
       values ($apiKeyId, $jobId, $kind, $subjectHashes, $requestedAtMs, $scope::json, cardinality($stages::integer[]),
         cardinality($stages::integer[]), $auditRecord)
     ), at_once as (
       insert into ${erasureTasks} (${erasureTasks.apiKeyId}, ${erasureTasks.jobId}, ${erasureTasks.stage}, ${erasureTasks.service},
         ${erasureTasks.collection}, ${erasureTasks.done}, ${erasureTasks.rows}, ${erasureTasks.doneAtMs})
       select $apiKeyId, $jobId, ${atOnceStage}, ${literal(schema)}, $atOnceCollection::text, true, $atOnceRows::bigint, ${nowMs} where $atOnceRows::bigint > 0
     )
     insert into ${erasureTasks} (${erasureTasks.apiKeyId}, ${erasureTasks.jobId}, ${erasureTasks.stage}, ${erasureTasks.service},
       ${erasureTasks.collection})
     select $apiKeyId, $jobId, task.* from unnest($stages::integer[], $services::text[], $collections::text[]) as task`,
  );
  const lock = statement(
    `${schema}.erasure_job_lock`,
    { apiKeyId: types.text, jobId: types.text },
    { stage: types.integer },
    sql`select ${erasureJobs.stage} from ${erasureJobs} where ${erasureJobs.apiKeyId} = $apiKeyId and ${erasureJobs.jobId} = $jobId
      for update`,
  );
  // The count does not see the effect of the same statement, hence minus one.
  const count = statement(
    `${schema}.erasure_job_count`,
    { apiKeyId: types.text, jobId: types.text, stage: types.integer, service: types.text, collection: types.text, rows: types.bigint },
    { tasksLeft: types.integer, leftInStage: types.bigint },
    sql`with ended as (
       update ${erasureTasks} set ${erasureTasks.done} = true, ${erasureTasks.rows} = $rows::bigint, ${erasureTasks.doneAtMs} = ${nowMs}
       where ${erasureTasks.apiKeyId} = $apiKeyId and ${erasureTasks.jobId} = $jobId and ${erasureTasks.stage} = $stage
         and ${erasureTasks.service} = $service and ${erasureTasks.collection} = $collection and not ${erasureTasks.done}
       returning 1
     ), counted as (
       update ${erasureJobs} set ${erasureJobs.tasksLeft} = ${erasureJobs.tasksLeft} - 1,
         ${erasureJobs.rowsErased} = ${erasureJobs.rowsErased} + $rows::bigint,
         ${erasureJobs.lastTaskCompletedAtMs} = greatest(${erasureJobs.lastTaskCompletedAtMs}, ${nowMs})
       where ${erasureJobs.apiKeyId} = $apiKeyId and ${erasureJobs.jobId} = $jobId and exists (select from ended)
       returning ${erasureJobs.tasksLeft}
     )
     select ${erasureJobs.tasksLeft}, (select count(*) from ${erasureTasks}
       where ${erasureTasks.apiKeyId} = $apiKeyId and ${erasureTasks.jobId} = $jobId and ${erasureTasks.stage} = $stage
       and not ${erasureTasks.done}) - 1 as left_in_stage
     from counted`,
  );
  const selectStage = statement(
    `${schema}.erasure_tasks_of_stage`,
    { stage: types.integer, apiKeyId: types.text, jobId: types.text },
    { service: types.text, collection: types.text, stage: types.integer },
    sql`with job as (update ${erasureJobs} set ${erasureJobs.stage} = $stage, ${erasureJobs.toldAtMs} = ${nowMs}
      where ${erasureJobs.apiKeyId} = $apiKeyId and ${erasureJobs.jobId} = $jobId)
     select ${erasureTasks.service}, ${erasureTasks.collection}, ${erasureTasks.stage} from ${erasureTasks}
     where ${erasureTasks.apiKeyId} = $apiKeyId and ${erasureTasks.jobId} = $jobId and ${erasureTasks.stage} = $stage`,
  );
  const removeTasks = statement(
    `${schema}.erasure_tasks_delete`,
    { apiKeyId: types.text, jobId: types.text },
    {},
    sql`with forgotten as (update ${erasureJobs} set ${erasureJobs.scope} = null
      where ${erasureJobs.apiKeyId} = $apiKeyId and ${erasureJobs.jobId} = $jobId)
     delete from ${erasureTasks} where ${erasureTasks.apiKeyId} = $apiKeyId and ${erasureTasks.jobId} = $jobId`,
  );
  const selectStatus = statement(
    `${schema}.erasure_job_status`,
    { apiKeyId: types.text, jobId: types.text },
    jobStatus,
    sql`select ${erasureJobs.tasksCount}, ${erasureJobs.tasksLeft}, ${erasureJobs.lastTaskCompletedAtMs} from ${erasureJobs}
     where ${erasureJobs.apiKeyId} = $apiKeyId and ${erasureJobs.jobId} = $jobId`,
  );
  const selectUnfinished = statement(
    `${schema}.erasure_jobs_unfinished`,
    { limit: types.bigint },
    jobRow,
    sql`select ${erasureJobs.apiKeyId}, ${erasureJobs.jobId}, ${erasureJobs.kind}, ${erasureJobs.stage}, ${erasureJobs.requestedAtMs},
      ${erasureJobs.tasksCount}, ${erasureJobs.tasksLeft}, ${erasureJobs.rowsErased}, ${erasureJobs.lastTaskCompletedAtMs},
      ${erasureJobs.paused}, ${erasureJobs.rowsPerSecond},
       (${nowMs} - ${erasureJobs.requestedAtMs}) / 1000 as open_seconds,
       array(select distinct t.${erasureTasks.service} from ${erasureTasks} t
             where t.${erasureTasks.apiKeyId} = j.${erasureJobs.apiKeyId} and t.${erasureTasks.jobId} = j.${erasureJobs.jobId}
               and t.${erasureTasks.stage} = j.${erasureJobs.stage} and not t.${erasureTasks.done} order by 1) as waits_for
     from ${erasureJobs} j where ${erasureJobs.tasksLeft} > 0 order by ${erasureJobs.requestedAtMs} limit $limit`,
    { crossTenant },
  );
  const sumLeft = statement(
    `${schema}.erasure_tasks_left`,
    {},
    { tasks: types.bigint, oldestSeconds: types.bigint },
    sql`select coalesce(sum(${erasureJobs.tasksLeft}), 0) as tasks,
      coalesce(${nowMs} - min(${erasureJobs.requestedAtMs}), 0) / 1000 as oldest_seconds
     from ${erasureJobs} where ${erasureJobs.tasksLeft} > 0`,
    { crossTenant },
  );
  const removeOld = statement(
    `${schema}.erasure_jobs_remove_old`,
    { keptMs: types.bigint, limit: types.bigint },
    {},
    sql`delete from ${erasureJobs} where ctid = any(array(
       select ctid from ${erasureJobs} where ${erasureJobs.tasksLeft} = 0 and ${erasureJobs.requestedAtMs} < ${nowMs} - $keptMs::bigint
       order by ${erasureJobs.requestedAtMs} limit $limit))`,
    { crossTenant },
  );
  const pace = statement(
    `${schema}.erasure_job_pace`,
    { paused: nullable(types.boolean), rowsPerSecond: nullable(types.integer), apiKeyId: types.text, jobId: types.text },
    paceColumns,
    sql`update ${erasureJobs} set ${erasureJobs.paused} = coalesce($paused::boolean, ${erasureJobs.paused}),
      ${erasureJobs.rowsPerSecond} = coalesce($rowsPerSecond::integer, ${erasureJobs.rowsPerSecond})
     where ${erasureJobs.apiKeyId} = $apiKeyId and ${erasureJobs.jobId} = $jobId and ${erasureJobs.tasksLeft} > 0
     returning ${erasureJobs.paused}, ${erasureJobs.rowsPerSecond}`,
  );

  return {
    /** The time of the database's clock, in ms. */
    now: async (db: Db) => (await db.row(selectNow, {}))?.nowMs ?? 0,
    insert: async (tx: Db, { tasks, atOnce, ...job }: NewJob) => {
      const columns = {
        atOnceCollection: atOnce?.collection ?? "",
        atOnceRows: atOnce?.rows ?? 0,
        stages: tasks.map(({ stage }) => stage),
        services: tasks.map(({ service }) => service),
        collections: tasks.map(({ collection }) => collection),
      };
      await tx.run(insert, { ...job, ...columns });
    },
    /** Prevents other transactions from beginning a job with this id until this one ends. */
    reserve: (tx: Db, jobId: string) => tx.run(reserve, { jobId }),
    /** Prevents other transactions from counting until this one ends; returns whether there is such a job. */
    lock: async (tx: Db, { apiKeyId, jobId }: OfJob) => (await tx.row(lock, { apiKeyId, jobId })) !== undefined,
    /** Counts a task as done; returns undefined if it was counted before. Needs the job locked. */
    count: (tx: Db, { apiKeyId, jobId, ...task }: OfJob & Task & { rows: number }) => tx.row(count, { apiKeyId, jobId, ...task }),
    /** Begins a stage, and returns its tasks. */
    beginStage: (tx: Db, { apiKeyId, jobId }: OfJob, stage: number) => tx.rows(selectStage, { apiKeyId, jobId, stage }),
    removeTasks: (tx: Db, { apiKeyId, jobId }: OfJob) => tx.run(removeTasks, { apiKeyId, jobId }),
    status: (db: Db, apiKeyId: string, jobId: string) => db.row(selectStatus, { apiKeyId, jobId }),
    unfinished: (db: Db, limit: number) => db.rows(selectUnfinished, { limit }),
    /** The number of unfinished tasks of all jobs, and the age of the oldest of these jobs. */
    left: async (db: Db) => (await db.row(sumLeft, {})) ?? { tasks: 0, oldestSeconds: 0 },
    /** Deletes records of jobs that ended more than `keptMs` ago; returns how many. */
    removeOld: (db: Db, keptMs: number, limit: number) => db.run(removeOld, { keptMs, limit }),
    pace: (tx: Db, job: OfJob & { paused: boolean | null; rowsPerSecond: number | null }) => tx.row(pace, job),
  };
}
