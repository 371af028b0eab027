import { type Db, statement } from "@parley/database";
import type { Task } from "../plan.ts";

/** A job that is not done, with what its services have to be told of it. */
export interface OpenJob {
  readonly apiKeyId: string;
  readonly jobId: string;
  readonly kind: string;
  readonly stage: number;
  readonly requestedAtMs: number;
  /** As JSON; null for a job that an earlier version began. */
  readonly scope: string | null;
  readonly paused: boolean;
  readonly rowsPerSecond: number;
}

interface Page {
  readonly service: string;
  readonly afterMs: number;
  readonly afterId: string;
  readonly limit: number;
}

export type OpenJobs = ReturnType<typeof openJobs>;

const nowMs = "(extract(epoch from clock_timestamp()) * 1000)::bigint";
const acrossKeys = "Removals of every API key have to come to an end.";

/** The statements by which the owner of removals tells of them again. */
export function openJobs(schema: string) {
  const columns = (of: string) =>
    ["api_key_id", "job_id", "kind", "stage", "requested_at_ms", "scope", "paused", "rows_per_second"]
      .map((name) => `${of}.${name}`)
      .join(", ");
  const claimUntold = statement<{ sinceMs: number; limit: number }, OpenJob>(
    `${schema}.erasure_jobs_untold`,
    `with due as materialized (
       select api_key_id, job_id from erasure_jobs where tasks_left > 0 and told_at_ms <= ${nowMs} - $sinceMs::bigint
       order by requested_at_ms limit $limit for update skip locked)
     update erasure_jobs j set told_at_ms = ${nowMs} from due where j.api_key_id = due.api_key_id and j.job_id = due.job_id
     returning ${columns("j")}`,
    { acrossKeys },
  );
  const selectPage = statement<Page, OpenJob>(
    `${schema}.erasure_jobs_open`,
    `select ${columns("j")} from erasure_jobs j
     where j.tasks_left > 0 and (j.requested_at_ms, j.job_id) > ($afterMs::bigint, $afterId) and exists (
       select from erasure_tasks t where t.api_key_id = j.api_key_id and t.job_id = j.job_id and t.service = $service and not t.done)
     order by j.requested_at_ms, j.job_id limit $limit`,
    { acrossKeys },
  );
  const selectUndone = statement<{ apiKeyId: string; jobId: string }, Task>(
    `${schema}.erasure_tasks_undone`,
    "select service, collection, stage from erasure_tasks where api_key_id = $apiKeyId and job_id = $jobId and not done",
  );

  return {
    /** Jobs that have not been told of for so long; they count as told of from now on. */
    claimUntold: (tx: Db, sinceMs: number, limit: number) => tx.rows(claimUntold, { sinceMs, limit }),
    /** Jobs of which a service has tasks left, oldest first. */
    page: (db: Db, page: Page) => db.rows(selectPage, page),
    /** The tasks of a job that are not done, of every stage. */
    undone: (db: Db, { apiKeyId, jobId }: OpenJob) => db.rows(selectUndone, { apiKeyId, jobId }),
  };
}
