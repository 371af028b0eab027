import { type Db, sql, statement } from "@parley/database";
import { nowMs, types, type ValuesOf } from "@parley/database/schema";
import { erasureOwnerSchema } from "../schema/erasure-schemas.ts";

const openJob = {
  apiKeyId: types.text,
  jobId: types.text,
  kind: types.text,
  stage: types.integer,
  requestedAtMs: types.bigint,
  /** JSON; present until the last task is done. */
  scope: types.json,
  paused: types.boolean,
  rowsPerSecond: types.integer,
};

/** A job that is not done, with the content of its commands. */
export type OpenJob = ValuesOf<typeof openJob>;

interface Page {
  readonly service: string;
  readonly afterMs: number;
  readonly afterId: string;
  readonly limit: number;
}

export type OpenJobs = ReturnType<typeof openJobs>;

const crossTenant = "Erasures of every API key have to come to an end.";

/** The statements by which the owner of erasures repeats their commands. */
export function openJobs(schema: string) {
  const { erasureJobs, erasureTasks } = erasureOwnerSchema(schema);
  const { apiKeyId, jobId, kind, stage, requestedAtMs, scope, paused, rowsPerSecond } = erasureJobs;
  const columns = [apiKeyId, jobId, kind, stage, requestedAtMs, scope, paused, rowsPerSecond].map((column) => sql`j.${column}`);
  const claimStale = statement(
    `${schema}.erasure_jobs_untold`,
    { sinceMs: types.bigint, limit: types.bigint },
    openJob,
    sql`with due as materialized (
       select ${erasureJobs.apiKeyId}, ${erasureJobs.jobId} from ${erasureJobs}
       where ${erasureJobs.tasksLeft} > 0 and ${erasureJobs.toldAtMs} <= ${nowMs} - $sinceMs::bigint
       order by ${erasureJobs.requestedAtMs} limit $limit for update skip locked)
     update ${erasureJobs} j set ${erasureJobs.toldAtMs} = ${nowMs} from due
     where j.${erasureJobs.apiKeyId} = due.${erasureJobs.apiKeyId} and j.${erasureJobs.jobId} = due.${erasureJobs.jobId}
     returning ${columns}`,
    { crossTenant },
  );
  const selectPage = statement(
    `${schema}.erasure_jobs_open`,
    { afterMs: types.bigint, afterId: types.text, service: types.text, limit: types.bigint },
    openJob,
    sql`select ${columns} from ${erasureJobs} j
     where j.${erasureJobs.tasksLeft} > 0 and (j.${erasureJobs.requestedAtMs}, j.${erasureJobs.jobId}) > ($afterMs::bigint, $afterId)
       and exists (
       select from ${erasureTasks} t where t.${erasureTasks.apiKeyId} = j.${erasureJobs.apiKeyId}
         and t.${erasureTasks.jobId} = j.${erasureJobs.jobId} and t.${erasureTasks.service} = $service and not t.${erasureTasks.done})
     order by j.${erasureJobs.requestedAtMs}, j.${erasureJobs.jobId} limit $limit`,
    { crossTenant },
  );
  const selectUndone = statement(
    `${schema}.erasure_tasks_undone`,
    { apiKeyId: types.text, jobId: types.text },
    { service: types.text, collection: types.text, stage: types.integer },
    sql`select ${erasureTasks.service}, ${erasureTasks.collection}, ${erasureTasks.stage} from ${erasureTasks}
     where ${erasureTasks.apiKeyId} = $apiKeyId and ${erasureTasks.jobId} = $jobId and not ${erasureTasks.done}`,
  );

  const countByKey = statement(
    `${schema}.erasure_jobs_open_by_key`,
    { limit: types.bigint },
    { apiKeyId: types.text, open: types.bigint },
    sql`select ${erasureJobs.apiKeyId}, count(*) as open from ${erasureJobs} where ${erasureJobs.tasksLeft} > 0
     group by ${erasureJobs.apiKeyId} order by open desc limit $limit`,
    { crossTenant },
  );

  return {
    /** The number of open jobs of each API key, for the keys with the most. */
    byKey: (db: Db, limit: number) => db.rows(countByKey, { limit }),
    /** Jobs whose commands have not been repeated for this long; marks them as repeated now. */
    claimStale: (tx: Db, sinceMs: number, limit: number) => tx.rows(claimStale, { sinceMs, limit }),
    /** Jobs in which a service has open tasks, oldest first. */
    page: (db: Db, page: Page) => db.rows(selectPage, page),
    /** The unfinished tasks of a job, of every stage. */
    undone: (db: Db, { apiKeyId, jobId }: OpenJob) => db.rows(selectUndone, { apiKeyId, jobId }),
  };
}
