import { type Db, statement } from "@parley/database";
import type { Erasure } from "../eraser.ts";
import type { ErasureKind } from "../plan.ts";

interface OfJob {
  readonly apiKeyId: string;
  readonly jobId: string;
}

/** A removal with how it is to be carried out. */
export interface StoredErasure extends Erasure {
  readonly owner: string;
  readonly paused: boolean;
  /** 0: no bound. */
  readonly rowsPerSecond: number;
}

interface Row extends OfJob {
  readonly owner: string;
  readonly kind: ErasureKind;
  readonly scope: string;
  readonly requestedAtMs: number;
  readonly paused: boolean;
  readonly rowsPerSecond: number;
}

export type ErasureStore = ReturnType<typeof erasureStore>;

// Our own transactions are ended sooner; one of somebody else's does not hold a removal up for ever.
const longestTransactionMs = 120_000;
const nowMs = "(extract(epoch from clock_timestamp()) * 1000)::bigint";

export function erasureStore(schema: string) {
  const insert = statement<OfJob & { owner: string; kind: string; scope: string; requestedAtMs: number; tasks: number }>(
    `${schema}.erasure_insert`,
    `insert into erasures (api_key_id, job_id, owner, kind, scope, requested_at_ms, tasks_left)
     values ($apiKeyId, $jobId, $owner, $kind, $scope, $requestedAtMs, $tasks) on conflict do nothing`,
  );
  const select = statement<OfJob, Row>(
    `${schema}.erasure_by_id`,
    `select api_key_id, job_id, owner, kind, scope, requested_at_ms, paused, rows_per_second from erasures
     where api_key_id = $apiKeyId and job_id = $jobId`,
  );
  // Of this database only: what runs in another one of the server is nothing to us, and may run for hours.
  const selectSettled = statement<OfJob & { apiKeyWaitMs: number }, { settled: boolean }>(
    `${schema}.erasure_settled`,
    `select (e.kind <> 'apiKey' or ${nowMs} > e.begun_at_ms + $apiKeyWaitMs) and (
       ${nowMs} > e.begun_at_ms + ${longestTransactionMs} or not exists (
         select from pg_stat_activity a where a.datname = current_database() and a.backend_xid is not null and age(a.backend_xid) > age(e.horizon::xid))
       ) as settled
     from erasures e where api_key_id = $apiKeyId and job_id = $jobId`,
  );
  const pace = statement<OfJob & { paused: boolean; rowsPerSecond: number }>(
    `${schema}.erasure_pace`,
    "update erasures set paused = $paused, rows_per_second = $rowsPerSecond where api_key_id = $apiKeyId and job_id = $jobId",
  );
  const finishTask = statement<OfJob>(
    `${schema}.erasure_finish_task`,
    "update erasures set tasks_left = tasks_left - 1 where api_key_id = $apiKeyId and job_id = $jobId",
  );
  const removeFinished = statement<OfJob>(
    `${schema}.erasure_remove`,
    "delete from erasures where api_key_id = $apiKeyId and job_id = $jobId and tasks_left <= 0",
  );

  return {
    insert: async (tx: Db, owner: string, { scope, ...erasure }: Erasure, tasks: number) => {
      await tx.run(insert, { ...erasure, owner, scope: JSON.stringify(scope), tasks });
    },
    find: async (db: Db, apiKeyId: string, jobId: string): Promise<StoredErasure | undefined> => {
      const row = await db.row(select, { apiKeyId, jobId });
      return row === undefined ? undefined : { ...row, scope: JSON.parse(row.scope) as Erasure["scope"] };
    },
    /** Whether every write that may have begun before the request has ended; of an API key, whoever was let in before it was deleted. */
    isSettled: async (db: Db, apiKeyId: string, jobId: string, apiKeyWaitMs: number) =>
      (await db.row(selectSettled, { apiKeyId, jobId, apiKeyWaitMs }))?.settled ?? true,
    pace: (tx: Db, job: OfJob & { paused: boolean; rowsPerSecond: number }) => tx.run(pace, job),
    /** Counts one task less, and forgets the removal with the last. */
    finishTask: async (tx: Db, { apiKeyId, jobId }: OfJob) => {
      await tx.run(finishTask, { apiKeyId, jobId });
      await tx.run(removeFinished, { apiKeyId, jobId });
    },
  };
}
