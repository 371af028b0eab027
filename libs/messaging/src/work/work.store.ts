import { type Db, statement } from "@parley/database";
import { listOf, nowMs, nullable, types, type ValuesOf } from "@parley/database/schema";

const crossTenant = "Workers take work of every API key in turn.";

const leaseRow = {
  apiKeyId: types.text,
  workId: types.bigint,
  payload: types.text,
  /** How many times it has been claimed, this time included. */
  attempts: types.integer,
  fence: types.bigint,
};

/** Work as the holder of its lease sees it. */
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

/** Distinguishes a lease from every other of its schema. */
export function leaseName({ workId, fence }: Pick<LeaseRow, "workId" | "fence">): string {
  return `${workId}/${fence}`;
}

// API keys that one claim examines: the next claim continues after the last one served.
const keysPerClaim = 64;

export type WorkStore = ReturnType<typeof workStore>;

/** SQL that inserts the statement's work; see `enqueue` for the condition, whose rows are called `task` here. */
function insertWork(condition = "true"): string {
  return `insert into work (kind, api_key_id, dedupe_key, payload, state, due_at_ms)
    select task.kind, task.api_key_id, task.dedupe_key, task.payload, case when task.delay_ms > 0 then 'scheduled' else 'ready' end,
      case when task.delay_ms > 0 then ${nowMs} + task.delay_ms else 0 end
    from unnest($workKinds::text[], $workApiKeyIds::text[], $workDedupeKeys::text[], $workPayloads::text[], $workDelaysMs::bigint[], $workAbouts::text[])
      as task (kind, api_key_id, dedupe_key, payload, delay_ms, about)
    where ${condition}
    on conflict (kind, api_key_id, dedupe_key) where dedupe_key is not null do nothing`;
}

/** SQL of a CTE that puts the statement's work into the queue, in the same statement as the change that it follows from. */
export function enqueueWork(condition: string): string {
  return `enqueued_work as (${insertWork(condition)})`;
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
  const insert = statement(`${schema}.work_insert`, { ...workParameters }, {}, insertWork());
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
    `with recursive ready_key as (
       (select api_key_id, 1 as position from work where kind = $kind and state = 'ready' and api_key_id > $afterKey order by api_key_id limit 1)
       union all
       select next.api_key_id, ready_key.position + 1
       from ready_key cross join lateral (
         select work.api_key_id from work where kind = $kind and state = 'ready' and work.api_key_id > ready_key.api_key_id order by work.api_key_id limit 1
       ) as next
       where ready_key.position < ${keysPerClaim}
     ), picked as materialized (
       select taken.api_key_id, taken.work_id
       from ready_key
       left join unnest($busyKeys::text[], $busyRoom::integer[]) as busy (api_key_id, room) on busy.api_key_id = ready_key.api_key_id
       cross join lateral (
         select locked.api_key_id, locked.work_id, row_number() over (order by locked.work_id) as turn
         from (
           select work.api_key_id, work.work_id from work
           where kind = $kind and state = 'ready' and work.api_key_id = ready_key.api_key_id
           order by work.work_id limit coalesce(busy.room, $perKey::integer) for update skip locked
         ) as locked
       ) as taken
       order by taken.turn, taken.api_key_id limit $limit
     )
     update work set state = 'leased', attempts = attempts + 1, fence = fence + 1, due_at_ms = ${nowMs} + $leaseMs::bigint
     from picked where work.api_key_id = picked.api_key_id and work.work_id = picked.work_id
     returning work.api_key_id, work.work_id, work.payload, work.attempts, work.fence`,
    { crossTenant },
  );
  // The time is evaluated once: a clock that may differ from row to row cannot be looked up in an index.
  const promote = statement(
    `${schema}.work_promote`,
    {},
    { kind: types.text, rows: types.bigint, takenOver: types.bigint },
    `with due as (
       select api_key_id, work_id, kind, state from work where state <> 'ready' and due_at_ms <= (select ${nowMs})
       order by due_at_ms limit 1000 for update skip locked
     ), promoted as (
       update work set state = 'ready' from due where work.api_key_id = due.api_key_id and work.work_id = due.work_id returning due.kind, due.state
     )
     select kind, count(*) as rows, count(*) filter (where state = 'leased') as taken_over from promoted group by kind`,
    { crossTenant },
  );
  const extend = statement(
    `${schema}.work_extend`,
    { leaseMs: types.bigint, apiKeyIds: listOf(types.text), workIds: listOf(types.bigint), fences: listOf(types.bigint) },
    { workId: types.bigint, fence: types.bigint },
    `update work set due_at_ms = ${nowMs} + $leaseMs::bigint
     from unnest($apiKeyIds::text[], $workIds::bigint[], $fences::bigint[]) as held (api_key_id, work_id, fence)
     where work.api_key_id = held.api_key_id and work.work_id = held.work_id and work.fence = held.fence and work.state = 'leased'
     returning work.work_id, work.fence`,
    { crossTenant },
  );
  const owned = "api_key_id = $apiKeyId and work_id = $workId and fence = $fence and state = 'leased'";
  const finish = statement(
    `${schema}.work_finish`,
    { apiKeyId: types.text, workId: types.bigint, fence: types.bigint },
    {},
    `delete from work where ${owned}`,
  );
  const save = statement(
    `${schema}.work_save`,
    { payload: types.text, apiKeyId: types.text, workId: types.bigint, fence: types.bigint },
    {},
    `update work set payload = $payload where ${owned}`,
  );
  const saveLazily = statement(
    `${schema}.work_save_lazily`,
    { payload: types.text, apiKeyId: types.text, workId: types.bigint, fence: types.bigint },
    { setConfig: types.text },
    `update work set payload = $payload where ${owned} returning set_config('synchronous_commit', 'off', true)`,
  );
  // A row that was hastened while it ran has had its count of attempts reset: it does not wait then.
  const reschedule = statement(
    `${schema}.work_reschedule`,
    { delayMs: types.bigint, error: types.text, attempts: types.integer, apiKeyId: types.text, workId: types.bigint, fence: types.bigint },
    {},
    `update work set state = 'scheduled', due_at_ms = case when attempts < $attempts then 0 else ${nowMs} + $delayMs::bigint end, last_error = $error
     where ${owned}`,
  );
  const release = statement(
    `${schema}.work_release`,
    { apiKeyId: types.text, workId: types.bigint, fence: types.bigint },
    {},
    `update work set state = 'ready', attempts = greatest(0, attempts - 1) where ${owned}`,
  );
  const hasten = statement(
    `${schema}.work_hasten`,
    { kind: types.text, apiKeyId: types.text, prefix: types.text },
    {},
    `update work set state = case state when 'scheduled' then 'ready' else state end, attempts = 0
     where kind = $kind and api_key_id = $apiKeyId and starts_with(dedupe_key, $prefix)`,
  );
  const selectState = statement(
    `${schema}.work_state`,
    {},
    { kind: types.text, state: types.text, rows: types.bigint },
    "select kind, state, count(*) as rows from (select kind, state from work limit 100000) as bounded group by kind, state",
    { crossTenant },
  );

  return {
    insert: (db: Db, rows: WorkRows) => db.run(insert, rows),
    /** Takes a lease on work that is ready, API key by API key in turn. */
    claim: (db: Db, { busy, ...options }: ClaimOptions) =>
      db.rows(claim, { ...options, busyKeys: [...busy.keys()], busyRoom: [...busy.values()] }),
    /** Makes ready what is due: retries, and expired leases. Returns how many, by kind. */
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
    /** As `save`; the transaction's commit does not wait for the disk. */
    saveLazily: async (tx: Db, { apiKeyId, workId, fence }: LeaseRow, payload: string) =>
      (await tx.run(saveLazily, { apiKeyId, workId, fence, payload })) === 1,
    reschedule: (db: Db, { apiKeyId, workId, fence, attempts }: LeaseRow, delayMs: number, error: string) =>
      db.run(reschedule, { apiKeyId, workId, fence, attempts, delayMs: Math.round(delayMs), error }),
    release: (db: Db, { apiKeyId, workId, fence }: LeaseRow) => db.run(release, { apiKeyId, workId, fence }),
    /** Makes waiting work of one API key, with keys that begin so, ready now; if it is running, its retry is not delayed. */
    hasten: (db: Db, of: { readonly kind: string; readonly apiKeyId: string; readonly prefix: string }) => db.run(hasten, of),
    state: (db: Db) => db.rows(selectState, {}),
  };
}

/** A piece of slow work to be done. */
export interface NewWork {
  readonly apiKeyId: string;
  readonly payload: string;
  /** While work of this kind and key is waiting or running for the API key, the same is not added again. */
  readonly dedupeKey?: string;
  /** Not before this long has passed, in ms. */
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
