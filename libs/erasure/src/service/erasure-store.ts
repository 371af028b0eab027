import { type Db, type Sql, sql, statement } from "@parley/database";
import { narrowed, nowMs, types, type ValuesOf } from "@parley/database/schema";
import type { Erasure } from "../model/plan.ts";
import { erasureServiceSchema } from "../schema/erasure-schemas.ts";

interface OfJob {
  readonly apiKeyId: string;
  readonly jobId: string;
}

/** An erasure with its pace. */
export interface StoredErasure extends Erasure {
  readonly owner: string;
  readonly paused: boolean;
  /** 0 means unlimited. */
  readonly rowsPerSecond: number;
}

const doneTask = {
  stage: types.integer,
  collection: types.text,
  rows: types.bigint,
};

/** A task that this service has done. */
export type DoneTask = ValuesOf<typeof doneTask>;

interface BeginOptions {
  readonly owner: string;
  /** The number of this service's tasks. */
  readonly tasks: number;
  /** The offset that converts a time of the owner's clock into one of this database. */
  readonly clockOffsetMs: number;
}

const rowColumns = {
  apiKeyId: types.text,
  jobId: types.text,
  owner: types.text,
  kind: narrowed<"user" | "organization" | "folder" | "document" | "location" | "apiKey">(types.text),
  scope: types.json,
  requestedAtMs: types.bigint,
  paused: types.boolean,
  rowsPerSecond: types.integer,
};

export type ErasureStore = ReturnType<typeof erasureStore>;

// Our own transactions are aborted sooner; another program's does not block an erasure forever.
const longestTransactionMs = 120_000;

/** The statements of a service's erasures. `settledBefore` is the function of this name in a schema whose rows may be on several servers. */
export function erasureStore(schema: string, settledBefore?: Sql) {
  const { erasures, erasuresDone } = erasureServiceSchema(schema);
  // By this database's clock: no row written from now on is in its scope, whatever the owner's clock says; with `aheadMs`, none written
  // after that time.
  const insert = statement(
    `${schema}.erasure_insert`,
    {
      apiKeyId: types.text,
      jobId: types.text,
      owner: types.text,
      kind: types.text,
      scope: types.json,
      requestedAtMs: types.bigint,
      clockOffsetMs: types.bigint,
      aheadMs: types.bigint,
      tasks: types.integer,
    },
    { requestedAtMs: types.bigint },
    sql`insert into ${erasures} (${erasures.apiKeyId}, ${erasures.jobId}, ${erasures.owner}, ${erasures.kind}, ${erasures.scope},
      ${erasures.requestedAtMs}, ${erasures.tasksLeft})
     values ($apiKeyId, $jobId, $owner, $kind, $scope, least(${nowMs} + $aheadMs, $requestedAtMs::bigint + $clockOffsetMs::bigint), $tasks)
     on conflict do nothing returning ${erasures.requestedAtMs}`,
  );
  const selectNow = statement(`${schema}.erasure_clock`, {}, { nowMs: types.bigint }, sql`select ${nowMs} as now_ms`);
  const lock = statement(
    `${schema}.erasure_lock`,
    { apiKeyId: types.text, jobId: types.text },
    { tasksLeft: types.integer },
    sql`select ${erasures.tasksLeft} from ${erasures} where ${erasures.apiKeyId} = $apiKeyId and ${erasures.jobId} = $jobId for update`,
  );
  const selectDone = statement(
    `${schema}.erasure_done_tasks`,
    { apiKeyId: types.text, jobId: types.text },
    doneTask,
    sql`select ${erasuresDone.stage}, ${erasuresDone.collection}, ${erasuresDone.rows} from ${erasuresDone}
     where ${erasuresDone.apiKeyId} = $apiKeyId and ${erasuresDone.jobId} = $jobId`,
  );
  const insertDone = statement(
    `${schema}.erasure_done_insert`,
    { apiKeyId: types.text, jobId: types.text, owner: types.text, stage: types.integer, collection: types.text, rows: types.bigint },
    {},
    sql`insert into ${erasuresDone} (${erasuresDone.apiKeyId}, ${erasuresDone.jobId}, ${erasuresDone.owner}, ${erasuresDone.stage},
      ${erasuresDone.collection}, ${erasuresDone.rows}) values ($apiKeyId, $jobId, $owner, $stage, $collection, $rows)
     on conflict do nothing`,
  );
  const removeOldDone = statement(
    `${schema}.erasure_done_remove_old`,
    { keptMs: types.bigint, limit: types.bigint },
    {},
    sql`delete from ${erasuresDone} where ctid = any(array(
       select ctid from ${erasuresDone} where ${erasuresDone.doneAtMs} < ${nowMs} - $keptMs::bigint order by ${erasuresDone.doneAtMs}
       limit $limit))`,
    { crossTenant: "Old records of every API key are deleted." },
  );
  const select = statement(
    `${schema}.erasure_by_id`,
    { apiKeyId: types.text, jobId: types.text },
    rowColumns,
    sql`select ${erasures.apiKeyId}, ${erasures.jobId}, ${erasures.owner}, ${erasures.kind}, ${erasures.scope}, ${erasures.requestedAtMs},
      ${erasures.paused}, ${erasures.rowsPerSecond} from ${erasures}
     where ${erasures.apiKeyId} = $apiKeyId and ${erasures.jobId} = $jobId`,
  );
  // On another server, rows of a transaction that has ended here may still be hidden.
  const horizon = sql`e.${erasures.horizon}::text::bigint`;
  const isReadable = settledBefore ? sql`${settledBefore}(array[e.${erasures.apiKeyId}], ${horizon} + 1) > ${horizon}` : sql`true`;
  // Only transactions of this database: those in another one of the server do not matter, and may run for hours.
  const selectSettled = statement(
    `${schema}.erasure_settled`,
    { apiKeyWaitMs: types.bigint, apiKeyId: types.text, jobId: types.text },
    { settled: types.boolean },
    sql`select ${nowMs} >= e.${erasures.requestedAtMs} and (e.${erasures.kind} <> 'apiKey' or ${nowMs} > e.${erasures.begunAtMs} + $apiKeyWaitMs) and (
       ${nowMs} > e.${erasures.begunAtMs} + ${longestTransactionMs} or not exists (
         select from pg_stat_activity a where a.datname = current_database() and a.backend_xid is not null
           and age(a.backend_xid) > age(e.${erasures.horizon}::xid))
       ) and ${isReadable} as settled
     from ${erasures} e where ${erasures.apiKeyId} = $apiKeyId and ${erasures.jobId} = $jobId`,
  );
  const pace = statement(
    `${schema}.erasure_pace`,
    { paused: types.boolean, rowsPerSecond: types.integer, apiKeyId: types.text, jobId: types.text },
    {},
    sql`update ${erasures} set ${erasures.paused} = $paused, ${erasures.rowsPerSecond} = $rowsPerSecond
     where ${erasures.apiKeyId} = $apiKeyId and ${erasures.jobId} = $jobId`,
  );
  const finishTask = statement(
    `${schema}.erasure_finish_task`,
    { apiKeyId: types.text, jobId: types.text },
    {},
    sql`update ${erasures} set ${erasures.tasksLeft} = ${erasures.tasksLeft} - 1
     where ${erasures.apiKeyId} = $apiKeyId and ${erasures.jobId} = $jobId`,
  );
  const removeFinished = statement(
    `${schema}.erasure_remove`,
    { apiKeyId: types.text, jobId: types.text },
    {},
    sql`delete from ${erasures} where ${erasures.apiKeyId} = $apiKeyId and ${erasures.jobId} = $jobId and ${erasures.tasksLeft} <= 0`,
  );

  return {
    /** The time of this database's clock, in ms. */
    now: async (db: Db) => (await db.row(selectNow, {}))?.nowMs ?? 0,
    /**
     * Begins an erasure; returns the time up to which rows are in its scope, by this database's clock, or undefined when it is already
     * known.
     */
    insert: async (tx: Db, { owner, tasks, clockOffsetMs }: BeginOptions, { scope, ...erasure }: Erasure): Promise<number | undefined> =>
      (await tx.row(insert, { ...erasure, owner, scope: JSON.stringify(scope), clockOffsetMs, aheadMs: scope.aheadMs, tasks }))
        ?.requestedAtMs,
    /** Prevents other transactions from beginning, counting or deleting the erasure until this one ends. */
    lock: async (tx: Db, { apiKeyId, jobId }: OfJob) => {
      await tx.row(lock, { apiKeyId, jobId });
    },
    /** Done tasks of the erasure. */
    done: (tx: Db, { apiKeyId, jobId }: OfJob) => tx.rows(selectDone, { apiKeyId, jobId }),
    /** Deletes the records of tasks that were done more than `keptMs` ago; returns how many. */
    removeOldDone: (db: Db, keptMs: number, limit: number) => db.run(removeOldDone, { keptMs, limit }),
    find: async (db: Db, apiKeyId: string, jobId: string): Promise<StoredErasure | undefined> => {
      const row = await db.row(select, { apiKeyId, jobId });
      return row === undefined ? undefined : { ...row, scope: JSON.parse(row.scope) as Erasure["scope"] };
    },
    /** Whether every write that may have begun before the request has ended; for an API key, also those admitted before it was deleted. */
    isSettled: async (db: Db, apiKeyId: string, jobId: string, apiKeyWaitMs: number) =>
      (await db.row(selectSettled, { apiKeyId, jobId, apiKeyWaitMs }))?.settled ?? true,
    pace: (tx: Db, job: OfJob & { paused: boolean; rowsPerSecond: number }) => tx.run(pace, job),
    /** Counts a task as done, once for each, and deletes the erasure's row with the last. Needs the erasure locked. */
    finishTask: async (tx: Db, { apiKeyId, jobId, owner }: OfJob & { owner: string }, task: DoneTask) => {
      if ((await tx.run(insertDone, { apiKeyId, jobId, owner, ...task })) === 0) return;
      await tx.run(finishTask, { apiKeyId, jobId });
      await tx.run(removeFinished, { apiKeyId, jobId });
    },
  };
}
