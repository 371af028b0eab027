import { type Db, type Sql, sql, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { erasureOwnerSchema } from "../schema/erasure-schemas.ts";

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
  /** Empty for any job. */
  readonly jobId: string;
  readonly openOnly: boolean;
  readonly beforeMs: number;
  readonly beforeId: string;
  readonly limit: number;
}

export type ListedJobs = ReturnType<typeof listedJobs>;

/** The statement that lists the erasures of an API key. */
export function listedJobs(schema: string) {
  const { erasureJobs, erasureTasks } = erasureOwnerSchema(schema);
  const select = (name: string, condition: Sql) =>
    statement(
      `${schema}.erasure_jobs_${name}`,
      { apiKeyId: types.text, jobId: types.text, beforeMs: types.bigint, beforeId: types.text, limit: types.bigint },
      listedJob,
      sql`select j.${erasureJobs.jobId}, j.${erasureJobs.kind}, j.${erasureJobs.stage}, j.${erasureJobs.requestedAtMs},
        j.${erasureJobs.tasksCount}, j.${erasureJobs.tasksLeft}, j.${erasureJobs.rowsErased}, j.${erasureJobs.lastTaskCompletedAtMs},
        j.${erasureJobs.paused},
         j.${erasureJobs.rowsPerSecond},
         array(select t.${erasureTasks.stage} || ' ' || t.${erasureTasks.service} || ' ' || t.${erasureTasks.collection} || ' ' ||
           t.${erasureTasks.done} from ${erasureTasks} t
               where t.${erasureTasks.apiKeyId} = j.${erasureJobs.apiKeyId} and t.${erasureTasks.jobId} = j.${erasureJobs.jobId}
                 and t.${erasureTasks.stage} > 0
               order by t.${erasureTasks.stage}, t.${erasureTasks.service}, t.${erasureTasks.collection}) as tasks
       from ${erasureJobs} j
       where j.${erasureJobs.apiKeyId} = $apiKeyId and ${condition}
         and (j.${erasureJobs.requestedAtMs}, j.${erasureJobs.jobId}) < ($beforeMs::bigint, $beforeId)
         and ($jobId = '' or j.${erasureJobs.jobId} = $jobId)
       order by j.${erasureJobs.requestedAtMs} desc, j.${erasureJobs.jobId} desc limit $limit`,
    );
  const selectAll = select("listed", sql`true`);
  const selectOpen = select("listed_open", sql`j.${erasureJobs.tasksLeft} > 0`);

  return {
    /** The newest jobs of an API key before a given time. */
    page: (db: Db, { openOnly, ...page }: Page): Promise<ListedJob[]> => db.rows(openOnly ? selectOpen : selectAll, page),
  };
}
