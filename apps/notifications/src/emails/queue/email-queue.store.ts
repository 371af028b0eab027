import { type Db, statement } from "@parley/database";
import { listOf, nowMs, types } from "@parley/database/schema";
import type { Leased } from "../../delivery/channel.ts";
import { leasedQueue } from "../../delivery/leased-queue.store.ts";
import { emailQueue } from "../config/tables.ts";

const crossTenant = "Mails of every API key are claimed together, key by key in turn.";

/** Identifies a row of the queue and its lease: the delivery is the mail. */
export type LeasedRow = Omit<Leased, "tries">;

/** The leases of mails. */
export const leases = leasedQueue({
  kind: "email",
  key: ["api_key_id", "email_id"],
  parameters: { apiKeyIds: listOf(types.text), emailIds: listOf(types.bigint), fences: listOf(types.bigint) },
  lists: (leased: readonly LeasedRow[]) => ({
    apiKeyIds: leased.map(({ apiKeyId }) => apiKeyId),
    emailIds: leased.map(({ deliveryId }) => deliveryId),
    fences: leased.map(({ fence }) => fence),
  }),
  promotedAtOnce: 1_000,
});

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

/** SQL: the mails that are leased, for a statement with the parameters of `leases`, as `leased` with `api_key_id` and `email_id`. */
export const stillLeased = `(
     select leased.api_key_id, leased.email_id, q.created_at_ms from ${leases.rows} cross join lateral (
       select q.created_at_ms from email_queue q where ${leases.isLeased} limit 1
     ) as q
   )`;
