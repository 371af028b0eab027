import { type Db, type Sql, sql, statement } from "@parley/database";
import { listOf, nowMs, nullable, types, type ValuesOf } from "@parley/database/schema";
import { type MessagingTables, messagingSchema } from "../schema/messaging-schema.ts";

type Work = MessagingTables["work"];

const crossTenant = "Workers take work of every API key in turn.";

const leaseRow = {
  apiKeyId: types.text,
  workId: types.bigint,
  payload: types.text,
  /** How many times it has been claimed, including this time. */
  attempts: types.integer,
  fence: types.bigint,
};

/** Work with the lease of its holder. */
export type LeaseRow = ValuesOf<typeof leaseRow>;

interface ClaimOptions {
  readonly kind: string;
  readonly limit: number;
  readonly leaseMs: number;
  /** Most rows of one API key. */
  readonly perKey: number;
  /** API keys whose limit is lower than `perKey`. */
  readonly busy: ReadonlyMap<string, number>;
  /** API keys up to this one have had their turn. */
  readonly afterKey: string;
}

/** A name that is unique among the leases of the schema. */
export function leaseName({ workId, fence }: Pick<LeaseRow, "workId" | "fence">): string {
  return `${workId}/${fence}`;
}

// The number of API keys that one claim examines; the next claim continues after the last one served.
const keysPerClaim = 64;

export type WorkStore = ReturnType<typeof workStore>;

/** SQL that inserts the statement's work; see `enqueue` for the condition, in which the rows are called `task`. */
function insertWork(work: Work, condition = sql`true`): Sql {
  return sql`insert into ${work} (${work.kind}, ${work.apiKeyId}, ${work.dedupeKey}, ${work.payload}, ${work.state}, ${work.dueAtMs})
    select task.kind, task.api_key_id, task.dedupe_key, task.payload, case when task.delay_ms > 0 then 'scheduled' else 'ready' end,
      case when task.delay_ms > 0 then ${nowMs} + task.delay_ms else 0 end
    from unnest($workKinds::text[], $workApiKeyIds::text[], $workDedupeKeys::text[], $workPayloads::text[], $workDelaysMs::bigint[],
      $workAbouts::text[])
      as task (kind, api_key_id, dedupe_key, payload, delay_ms, about)
    where ${condition}
    on conflict (${work.kind}, ${work.apiKeyId}, ${work.dedupeKey}) where ${work.dedupeKey} is not null do nothing`;
}

/** SQL of a CTE that puts the statement's work into the queue, in the same statement as the change that causes it. */
export function enqueueWork(work: Work, condition: Sql): Sql {
  return sql`enqueued_work as (${insertWork(work, condition)})`;
}

export function workRows(kind: string, work: readonly NewWork[]): WorkRows {
  return {
    workKinds: work.map(() => kind),
    workApiKeyIds: work.map(({ apiKeyId }) => apiKeyId),
    workDedupeKeys: work.map(({ dedupeKey }) => dedupeKey ?? null),
    workPayloads: work.map(({ payload }) => payload),
    workDelaysMs: work.map(({ delayMs }) => delayMs ?? 0),
    workAbouts: work.map(({ about }) => about ?? ""),
  };
}

export function workStore(schema: string) {
  const { work } = messagingSchema(schema);
  const insert = statement(`${schema}.work_insert`, { ...workParameters }, {}, insertWork(work));
  const claim = statement(
    `${schema}.work_claim`,
    {
      kind: types.text,
      afterKey: types.text,
      busyKeys: listOf(types.text),
      busyRoom: listOf(types.integer),
      perKey: types.integer,
      limit: types.bigint,
      leaseMs: types.bigint,
    },
    leaseRow,
    sql`with recursive ready_key as (
       (select ${work.apiKeyId}, 1 as position from ${work} where ${work.kind} = $kind and ${work.state} = 'ready'
         and ${work.apiKeyId} > $afterKey order by ${work.apiKeyId} limit 1)
       union all
       select next.${work.apiKeyId}, ready_key.position + 1
       from ready_key cross join lateral (
         select ${work}.${work.apiKeyId} from ${work} where ${work.kind} = $kind and ${work.state} = 'ready'
           and ${work}.${work.apiKeyId} > ready_key.${work.apiKeyId} order by ${work}.${work.apiKeyId} limit 1
       ) as next
       where ready_key.position < ${keysPerClaim}
     ), picked as materialized (
       select taken.${work.apiKeyId}, taken.${work.workId}
       from ready_key
       left join unnest($busyKeys::text[], $busyRoom::integer[]) as busy (api_key_id, room) on busy.api_key_id = ready_key.${work.apiKeyId}
       cross join lateral (
         select locked.${work.apiKeyId}, locked.${work.workId}, row_number() over (order by locked.${work.workId}) as turn
         from (
           select ${work}.${work.apiKeyId}, ${work}.${work.workId} from ${work}
           where ${work.kind} = $kind and ${work.state} = 'ready' and ${work}.${work.apiKeyId} = ready_key.${work.apiKeyId}
           order by ${work}.${work.workId} limit coalesce(busy.room, $perKey::integer) for update skip locked
         ) as locked
       ) as taken
       order by taken.turn, taken.${work.apiKeyId} limit $limit
     )
     update ${work} set ${work.state} = 'leased', ${work.attempts} = ${work.attempts} + 1, ${work.fence} = ${work.fence} + 1,
       ${work.dueAtMs} = ${nowMs} + $leaseMs::bigint
     from picked where ${work}.${work.apiKeyId} = picked.${work.apiKeyId} and ${work}.${work.workId} = picked.${work.workId}
     returning ${work}.${work.apiKeyId}, ${work}.${work.workId}, ${work}.${work.payload}, ${work}.${work.attempts}, ${work}.${work.fence}`,
    { crossTenant },
  );
  // The time is evaluated once: an expression that may differ from row to row cannot use an index.
  const promote = statement(
    `${schema}.work_promote`,
    {},
    { kind: types.text, rows: types.bigint, takenOver: types.bigint },
    sql`with due as (
       select ${work.apiKeyId}, ${work.workId}, ${work.kind}, ${work.state} from ${work}
       where ${work.state} <> 'ready' and ${work.dueAtMs} <= (select ${nowMs})
       order by ${work.dueAtMs} limit 1000 for update skip locked
     ), promoted as (
       update ${work} set ${work.state} = 'ready' from due where ${work}.${work.apiKeyId} = due.${work.apiKeyId}
         and ${work}.${work.workId} = due.${work.workId} returning due.${work.kind}, due.${work.state}
     )
     select ${work.kind}, count(*) as rows, count(*) filter (where ${work.state} = 'leased') as taken_over from promoted
     group by ${work.kind}`,
    { crossTenant },
  );
  const extend = statement(
    `${schema}.work_extend`,
    { leaseMs: types.bigint, apiKeyIds: listOf(types.text), workIds: listOf(types.bigint), fences: listOf(types.bigint) },
    { workId: types.bigint, fence: types.bigint },
    sql`update ${work} set ${work.dueAtMs} = ${nowMs} + $leaseMs::bigint
     from unnest($apiKeyIds::text[], $workIds::bigint[], $fences::bigint[]) as held (api_key_id, work_id, fence)
     where ${work}.${work.apiKeyId} = held.api_key_id and ${work}.${work.workId} = held.work_id and ${work}.${work.fence} = held.fence
       and ${work}.${work.state} = 'leased'
     returning ${work}.${work.workId}, ${work}.${work.fence}`,
    { crossTenant },
  );
  const owned = sql`${work.apiKeyId} = $apiKeyId and ${work.workId} = $workId and ${work.fence} = $fence and ${work.state} = 'leased'`;
  const finish = statement(
    `${schema}.work_finish`,
    { apiKeyId: types.text, workId: types.bigint, fence: types.bigint },
    {},
    sql`delete from ${work} where ${owned}`,
  );
  const save = statement(
    `${schema}.work_save`,
    { payload: types.text, apiKeyId: types.text, workId: types.bigint, fence: types.bigint },
    {},
    sql`update ${work} set ${work.payload} = $payload where ${owned}`,
  );
  const saveLazily = statement(
    `${schema}.work_save_lazily`,
    { payload: types.text, apiKeyId: types.text, workId: types.bigint, fence: types.bigint },
    { setConfig: types.text },
    sql`update ${work} set ${work.payload} = $payload where ${owned} returning set_config('synchronous_commit', 'off', true)`,
  );
  // Work that was hastened while it ran has had its attempts reset: it does not wait then.
  const reschedule = statement(
    `${schema}.work_reschedule`,
    { delayMs: types.bigint, error: types.text, attempts: types.integer, apiKeyId: types.text, workId: types.bigint, fence: types.bigint },
    {},
    sql`update ${work} set ${work.state} = 'scheduled', ${work.dueAtMs} = case when ${work.attempts} < $attempts then 0
      else ${nowMs} + $delayMs::bigint end, ${work.lastError} = $error
     where ${owned}`,
  );
  const release = statement(
    `${schema}.work_release`,
    { apiKeyId: types.text, workId: types.bigint, fence: types.bigint },
    {},
    sql`update ${work} set ${work.state} = 'ready', ${work.attempts} = greatest(0, ${work.attempts} - 1) where ${owned}`,
  );
  const hasten = statement(
    `${schema}.work_hasten`,
    { kind: types.text, apiKeyId: types.text, prefix: types.text },
    {},
    sql`update ${work} set ${work.state} = case ${work.state} when 'scheduled' then 'ready' else ${work.state} end, ${work.attempts} = 0
     where ${work.kind} = $kind and ${work.apiKeyId} = $apiKeyId and starts_with(${work.dedupeKey}, $prefix)`,
  );
  const selectState = statement(
    `${schema}.work_state`,
    {},
    { kind: types.text, state: types.text, rows: types.bigint },
    sql`select ${work.kind}, ${work.state}, count(*) as rows
     from (select ${work.kind}, ${work.state} from ${work} limit 100000) as bounded group by ${work.kind}, ${work.state}`,
    { crossTenant },
  );

  return {
    insert: (db: Db, rows: WorkRows) => db.run(insert, rows),
    /** Leases ready work, API key by API key in turn. */
    claim: (db: Db, { busy, ...options }: ClaimOptions) =>
      db.rows(claim, { ...options, busyKeys: [...busy.keys()], busyRoom: [...busy.values()] }),
    /** Makes due work ready: retries, and work whose lease has expired. Returns how many, by kind. */
    promote: (db: Db) => db.rows(promote, {}),
    /** Extends leases; returns those that are still held, by `leaseName`. */
    extend: async (db: Db, leases: readonly LeaseRow[], leaseMs: number) => {
      const ids = {
        apiKeyIds: leases.map(({ apiKeyId }) => apiKeyId),
        workIds: leases.map(({ workId }) => workId),
        fences: leases.map(({ fence }) => fence),
      };
      return new Set((await db.rows(extend, { ...ids, leaseMs })).map(leaseName));
    },
    finish: async (tx: Db, { apiKeyId, workId, fence }: LeaseRow) => (await tx.run(finish, { apiKeyId, workId, fence })) === 1,
    save: async (tx: Db, { apiKeyId, workId, fence }: LeaseRow, payload: string) =>
      (await tx.run(save, { apiKeyId, workId, fence, payload })) === 1,
    /** Like `save`, but the transaction's commit does not wait for the disk. */
    saveLazily: async (tx: Db, { apiKeyId, workId, fence }: LeaseRow, payload: string) =>
      (await tx.run(saveLazily, { apiKeyId, workId, fence, payload })) === 1,
    reschedule: (db: Db, { apiKeyId, workId, fence, attempts }: LeaseRow, delayMs: number, error: string) =>
      db.run(reschedule, { apiKeyId, workId, fence, attempts, delayMs: Math.round(delayMs), error }),
    release: (db: Db, { apiKeyId, workId, fence }: LeaseRow) => db.run(release, { apiKeyId, workId, fence }),
    /** Makes waiting work of one API key ready now, if its dedupe key has this prefix; if it is running, its retry is not delayed. */
    hasten: (db: Db, of: { readonly kind: string; readonly apiKeyId: string; readonly prefix: string }) => db.run(hasten, of),
    state: (db: Db) => db.rows(selectState, {}),
  };
}

/** A piece of slow work to be done. */
export interface NewWork {
  readonly apiKeyId: string;
  readonly payload: string;
  /** While work of this kind and key is waiting or running for the API key, it is not added again. */
  readonly dedupeKey?: string;
  /** The work begins only after this time, in ms. */
  readonly delayMs?: number;
  /** The row of the business statement that it belongs to, for the condition of `enqueueWork`. */
  readonly about?: string;
}

/** Parameters of a statement that contains `enqueueWork`. */
export const workParameters = {
  workKinds: listOf(types.text),
  workApiKeyIds: listOf(types.text),
  workDedupeKeys: listOf(nullable(types.text)),
  workPayloads: listOf(types.text),
  workDelaysMs: listOf(types.bigint),
  workAbouts: listOf(types.text),
};
export type WorkRows = ValuesOf<typeof workParameters>;
