import { type Db, statement } from "@parley/database";
import { listOf, nowMs, types } from "@parley/database/schema";
import type { Leased } from "../../delivery/delivery.ts";
import { emailQueue } from "../config/tables.ts";

const crossTenant = "Mails of every API key are claimed and kept alive together, key by key in turn.";
/** Identifies a row of the queue and its lease: the delivery is the mail. */
export type LeasedRow = Omit<Leased, "tries">;

interface Claim {
  readonly owner: string;
  readonly leaseMs: number;
  readonly limit: number;
  /** Most mails of one API key. */
  readonly perKey: number;
  /** API keys with another limit than `perKey`, in parallel lists. */
  readonly busyKeys: readonly string[];
  readonly busyRooms: readonly number[];
  /** API keys up to this one have had their turn. */
  readonly afterKey: string;
}

// API keys that one claim examines: the next continues after the last of them.
const keysPerClaim = 64;

const claim = statement(
  "notifications.email_claim",
  {
    afterKey: types.text,
    busyKeys: listOf(types.text),
    busyRooms: listOf(types.integer),
    perKey: types.integer,
    limit: types.integer,
    owner: emailQueue.owner,
    leaseMs: types.bigint,
  },
  {
    lastKey: types.text,
    keys: types.integer,
    apiKeyId: emailQueue.apiKeyId,
    deliveryId: emailQueue.emailId,
    fence: emailQueue.fence,
    tries: emailQueue.tries,
  },
  `with recursive ready_key as (
     (select api_key_id, 1 as position from email_queue where state = 'ready' and api_key_id > $afterKey order by api_key_id limit 1)
     union all
     select next.api_key_id, ready_key.position + 1
     from ready_key cross join lateral (
       select q.api_key_id from email_queue q where q.state = 'ready' and q.api_key_id > ready_key.api_key_id order by q.api_key_id limit 1
     ) as next
     where ready_key.position < ${keysPerClaim}
   ), picked as materialized (
     select taken.place
     from ready_key
     left join unnest($busyKeys::text[], $busyRooms::integer[]) as busy (api_key_id, room) on busy.api_key_id = ready_key.api_key_id
     cross join lateral (
       select locked.*, row_number() over (order by locked.email_id) as turn
       from (
         select q.email_id, q.ctid as place from email_queue q where q.state = 'ready' and q.api_key_id = ready_key.api_key_id
         order by q.email_id limit coalesce(busy.room, $perKey::integer) for update skip locked
       ) as locked
     ) as taken
     order by taken.turn, ready_key.api_key_id limit $limit::integer
   ), claimed as (
     update email_queue q set state = 'leased', owner = $owner, fence = q.fence + 1, due_at_ms = ${nowMs} + $leaseMs::bigint
     where q.ctid = any(array(select place from picked))
     returning q.api_key_id, q.email_id, q.fence, q.tries
   )
   select last.api_key_id as last_key, last.position as keys, claimed.*
   from (select * from ready_key order by position desc limit 1) as last left join claimed on true`,
  { crossTenant },
);

interface ClaimResult {
  readonly claimed: readonly Leased[];
  /** The last API key examined; undefined when there are no more after it. */
  readonly last: string | undefined;
  /** Whether anything was ready, claimed or not. */
  readonly wasReady: boolean;
}

/** Takes leases on mails that are ready, API key by API key in turn. */
export async function claimEmails(db: Db, options: Claim): Promise<ClaimResult> {
  const rows = await db.rows(claim, options);
  const claimed = rows.filter((row): row is Leased & (typeof rows)[number] => typeof row.deliveryId === "number");
  const [first] = rows;
  const last = first !== undefined && first.keys >= keysPerClaim ? first.lastKey : undefined;
  return { claimed, last, wasReady: first !== undefined };
}

/** Most rows that one call of `promoteEmails` makes ready. */
export const promotedAtOnce = 1_000;

const promote = statement(
  "notifications.email_promote",
  {},
  { rows: types.bigint, takenOver: types.bigint },
  `with due as materialized (
     select ctid as place, state from email_queue where state <> 'ready' and due_at_ms <= now_ms()
     order by due_at_ms limit ${promotedAtOnce} for update skip locked
   ), promoted as (
     update email_queue q set state = 'ready', owner = '', fence = q.fence + 1 where q.ctid = any(array(select place from due))
   )
   select count(*) as rows, count(*) filter (where state = 'leased') as taken_over from due`,
  { crossTenant },
);

/** Makes due rows ready: scheduled mails, and expired leases. */
export async function promoteEmails(db: Db): Promise<{ rows: number; takenOver: number }> {
  return (await db.row(promote, {})) ?? { rows: 0, takenOver: 0 };
}

interface LeaseLists {
  readonly apiKeyIds: readonly string[];
  readonly emailIds: readonly number[];
  readonly fences: readonly number[];
}

/** The parallel lists of a statement about rows that are leased. */
export function leaseLists(leased: readonly LeasedRow[]): LeaseLists {
  return {
    apiKeyIds: leased.map(({ apiKeyId }) => apiKeyId),
    emailIds: leased.map(({ deliveryId }) => deliveryId),
    fences: leased.map(({ fence }) => fence),
  };
}

const leasedRows = "unnest($apiKeyIds::text[], $emailIds::bigint[], $fences::bigint[]) as leased (api_key_id, email_id, fence)";
// The fence alone tells who holds a row: it is raised whenever a row is claimed, given back, or taken from a process whose lease has
// expired.
const isLeased = "q.api_key_id = leased.api_key_id and q.email_id = leased.email_id and q.fence = leased.fence";

const extend = statement(
  "notifications.email_extend",
  { leaseMs: types.bigint, apiKeyIds: listOf(types.text), emailIds: listOf(types.bigint), fences: listOf(types.bigint) },
  { emailId: emailQueue.emailId },
  `update email_queue q set due_at_ms = ${nowMs} + $leaseMs::bigint from ${leasedRows} where ${isLeased} returning q.email_id`,
  { crossTenant },
);

/** Extends leases; returns the ids of the mails that are still leased. */
export async function extendLeases(db: Db, leased: readonly LeasedRow[], leaseMs: number): Promise<Set<number>> {
  return new Set((await db.rows(extend, { ...leaseLists(leased), leaseMs })).map(({ emailId }) => emailId));
}

const putBack = statement(
  "notifications.email_put_back",
  { apiKeyIds: listOf(types.text), emailIds: listOf(types.bigint), fences: listOf(types.bigint), delaysMs: listOf(types.bigint) },
  {},
  `update email_queue q set state = 'scheduled', due_at_ms = ${nowMs} + leased.delay_ms, owner = '', fence = q.fence + 1
   from unnest($apiKeyIds::text[], $emailIds::bigint[], $fences::bigint[], $delaysMs::bigint[]) as leased (api_key_id, email_id, fence, delay_ms)
   where ${isLeased}`,
  { crossTenant },
);

/** Gives back mails that were not attempted, to be claimed again after some time. */
export async function putBackEmails(db: Db, leased: readonly (LeasedRow & { readonly delayMs: number })[]): Promise<void> {
  await db.run(putBack, { ...leaseLists(leased), delaysMs: leased.map(({ delayMs }) => Math.round(delayMs)) });
}

/** SQL: the mails that are leased, for a statement with the parameters of `leaseLists`, as `leased` with `api_key_id` and `email_id`. */
export const stillLeased = `(
     select leased.api_key_id, leased.email_id, q.created_at_ms from ${leasedRows} cross join lateral (
       select q.created_at_ms from email_queue q where ${isLeased} limit 1
     ) as q
   )`;
