import { type Db, sql, statement } from "@parley/database";
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
  queue: emailQueue,
  key: [emailQueue.apiKeyId, emailQueue.emailId],
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
  sql`with recursive ready_key as (
     (select ${emailQueue.apiKeyId}, 1 as position from ${emailQueue}
       where ${emailQueue.state} = 'ready' and ${emailQueue.apiKeyId} > $afterKey order by ${emailQueue.apiKeyId} limit 1)
     union all
     select next.${emailQueue.apiKeyId}, ready_key.position + 1
     from ready_key cross join lateral (
       select q.${emailQueue.apiKeyId} from ${emailQueue} q where q.${emailQueue.state} = 'ready'
         and q.${emailQueue.apiKeyId} > ready_key.${emailQueue.apiKeyId} order by q.${emailQueue.apiKeyId} limit 1
     ) as next
     where ready_key.position < ${keysPerClaim}
   ), picked as materialized (
     select taken.place
     from ready_key
     left join unnest($busyKeys::text[], $busyRooms::integer[]) as busy (api_key_id, room) on busy.api_key_id =
       ready_key.${emailQueue.apiKeyId}
     cross join lateral (
       select locked.*, row_number() over (order by locked.${emailQueue.emailId}) as turn
       from (
         select q.${emailQueue.emailId}, q.ctid as place from ${emailQueue} q
         where q.${emailQueue.state} = 'ready' and q.${emailQueue.apiKeyId} = ready_key.${emailQueue.apiKeyId}
         order by q.${emailQueue.emailId} limit coalesce(busy.room, $perKey::integer) for update skip locked
       ) as locked
     ) as taken
     order by taken.turn, ready_key.${emailQueue.apiKeyId} limit $limit::integer
   ), claimed as (
     update ${emailQueue} q set ${emailQueue.state} = 'leased', ${emailQueue.owner} = $owner,
       ${emailQueue.fence} = q.${emailQueue.fence} + 1, ${emailQueue.dueAtMs} = ${nowMs} + $leaseMs::bigint
     where q.ctid = any(array(select place from picked))
     returning q.${emailQueue.apiKeyId}, q.${emailQueue.emailId}, q.${emailQueue.fence}, q.${emailQueue.tries}
   )
   select last.${emailQueue.apiKeyId} as last_key, last.position as keys, claimed.*
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
export const stillLeased = sql`(
     select leased.${emailQueue.apiKeyId}, leased.${emailQueue.emailId}, q.${emailQueue.createdAtMs}
     from ${leases.rows} cross join lateral (
       select q.${emailQueue.createdAtMs} from ${emailQueue} q where ${leases.isLeased} limit 1
     ) as q
   )`;
