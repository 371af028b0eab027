import { type Db, statement } from "@parley/database";
import { nowMs, nullable, types, type ValuesOf } from "@parley/database/schema";

const openJob = {
  apiKeyId: types.text,
  jobId: types.text,
  kind: types.text,
  stage: types.integer,
  requestedAtMs: types.bigint,
  /** As JSON; null for a job that an earlier version began. */
  scope: nullable(types.json),
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
  const columns = (of: string) =>
    ["api_key_id", "job_id", "kind", "stage", "requested_at_ms", "scope", "paused", "rows_per_second"]
      .map((name) => `${of}.${name}`)
      .join(", ");
  const claimStale = statement(
    `${schema}.erasure_jobs_untold`,
    { sinceMs: types.bigint, limit: types.bigint },
    openJob,
    `with due as materialized (
       select api_key_id, job_id from erasure_jobs where tasks_left > 0 and told_at_ms <= ${nowMs} - $sinceMs::bigint
       order by requested_at_ms limit $limit for update skip locked)
     update erasure_jobs j set told_at_ms = ${nowMs} from due where j.api_key_id = due.api_key_id and j.job_id = due.job_id
     returning ${columns("j")}`,
    { crossTenant },
  );
  const selectPage = statement(
    `${schema}.erasure_jobs_open`,
    { afterMs: types.bigint, afterId: types.text, service: types.text, limit: types.bigint },
    openJob,
    `select ${columns("j")} from erasure_jobs j
     where j.tasks_left > 0 and (j.requested_at_ms, j.job_id) > ($afterMs::bigint, $afterId) and exists (
       select from erasure_tasks t where t.api_key_id = j.api_key_id and t.job_id = j.job_id and t.service = $service and not t.done)
     order by j.requested_at_ms, j.job_id limit $limit`,
    { crossTenant },
  );
  const selectUndone = statement(
    `${schema}.erasure_tasks_undone`,
    { apiKeyId: types.text, jobId: types.text },
    { service: types.text, collection: types.text, stage: types.integer },
    "select service, collection, stage from erasure_tasks where api_key_id = $apiKeyId and job_id = $jobId and not done",
  );

  const countByKey = statement(
    `${schema}.erasure_jobs_open_by_key`,
    { limit: types.bigint },
    { apiKeyId: types.text, open: types.bigint },
    `select api_key_id, count(*) as open from erasure_jobs where tasks_left > 0 group by api_key_id order by open desc limit $limit`,
    { crossTenant },
  );

  return {
    /** The number of open jobs of each API key, for the keys with the most. */
    byKey: (db: Db, limit: number) => db.rows(countByKey, { limit }),
    /** Jobs whose commands have not been repeated for so long; the time counts anew from now on. */
    claimStale: (tx: Db, sinceMs: number, limit: number) => tx.rows(claimStale, { sinceMs, limit }),
    /** Jobs of which a service has tasks left, oldest first. */
    page: (db: Db, page: Page) => db.rows(selectPage, page),
    /** The tasks of a job that are not done, of every stage. */
    undone: (db: Db, { apiKeyId, jobId }: OpenJob) => db.rows(selectUndone, { apiKeyId, jobId }),
  };
}
