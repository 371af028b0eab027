import { type Db, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";

const listedJob = {
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
  /** Stage, service, collection and whether it is done, separated by spaces. */
  tasks: listOf(types.text),
};

export type ListedJob = ValuesOf<typeof listedJob>;

interface Page {
  readonly apiKeyId: string;
  /** Empty for any. */
  readonly jobId: string;
  readonly openOnly: boolean;
  readonly beforeMs: number;
  readonly beforeId: string;
  readonly limit: number;
}

export type ListedJobs = ReturnType<typeof listedJobs>;

/** The statement that lists erasures for the owner of an API key. */
export function listedJobs(schema: string) {
  const select = (name: string, condition: string) =>
    statement(
      `${schema}.erasure_jobs_${name}`,
      { apiKeyId: types.text, jobId: types.text, beforeMs: types.bigint, beforeId: types.text, limit: types.bigint },
      listedJob,
      `select j.job_id, j.kind, j.stage, j.requested_at_ms, j.tasks_count, j.tasks_left, j.rows_erased, j.last_task_completed_at_ms, j.paused,
         j.rows_per_second,
         array(select t.stage || ' ' || t.service || ' ' || t.collection || ' ' || t.done from erasure_tasks t
               where t.api_key_id = j.api_key_id and t.job_id = j.job_id order by t.stage, t.service, t.collection) as tasks
       from erasure_jobs j
       where j.api_key_id = $apiKeyId and ${condition} and (j.requested_at_ms, j.job_id) < ($beforeMs::bigint, $beforeId)
         and ($jobId = '' or j.job_id = $jobId)
       order by j.requested_at_ms desc, j.job_id desc limit $limit`,
    );
  const selectAll = select("listed", "true");
  const selectOpen = select("listed_open", "j.tasks_left > 0");

  return {
    /** The newest jobs of an API key before a given time. */
    page: (db: Db, { openOnly, ...page }: Page): Promise<ListedJob[]> => db.rows(openOnly ? selectOpen : selectAll, page),
  };
}
