import type { EmailDropReason, EmailErrorClass, EmailFailureReason } from "@parley/contracts/notifications";
import { type Db, statement } from "@parley/database";
import { types } from "@parley/database/schema";
import { type LeasedRow, leases } from "./email-queue.store.ts";

/** The outcome of a leased mail. */
export interface EmailOutcome {
  readonly leased: LeasedRow;
  readonly state: "sent" | "failed" | "dropped" | "pending";
  /** Why it failed or was dropped; empty for the others. */
  readonly reason: EmailFailureReason | EmailDropReason | "";
  /** For `pending`: the delay before the next attempt. */
  readonly delayMs: number;
  /** Whether a provider was called. */
  readonly wasAttempted: boolean;
  readonly userId: string;
  /** Empty when no provider was called. */
  readonly address: string;
  /** The provider's response, or the error. */
  readonly response: string;
  /** Empty for a success. */
  readonly errorClass: EmailErrorClass | "";
  readonly error: string;
  /** Whether the address was permanently rejected. */
  readonly suppresses: boolean;
}

// A user whose address changes again and again leaves no more suppressed ones than this: the oldest are forgotten.
const suppressedOfUser = 20;

// A failed mail keeps its items, so that it can be sent again.
const record = statement(
  "notifications.email_record",
  { ...leases.parameters, rest: types.json },
  {},
  `with leased as materialized (
     select g.api_key_id, g.email_id, q.ctid as place, e.place as mail, r.*
     from unnest(${leases.arrays}) with ordinality as g (api_key_id, email_id, fence, nth)
     join (
       select row_number() over () as nth, r.* from json_to_recordset($rest::json) as r (state text, reason text, "delayMs" bigint,
         "wasAttempted" boolean, "userId" text, address text, response text, "errorClass" text, error text, suppresses boolean)
     ) as r on r.nth = g.nth
     cross join lateral (
       select ctid from email_queue q where q.api_key_id = g.api_key_id and q.email_id = g.email_id and q.fence = g.fence limit 1 for update
     ) as q
     cross join lateral (
       select ctid as place from emails e where e.api_key_id = g.api_key_id and e.email_id = g.email_id limit 1
     ) as e
   ), unqueued as (
     delete from email_queue where ctid = any(array(select place from leased where state <> 'pending'))
   ), put_off as (
     update email_queue q set state = 'scheduled', due_at_ms = now_ms() + leased."delayMs", tries = q.tries + 1, owner = '', fence = q.fence + 1
     from leased where q.ctid = leased.place and leased.state = 'pending'
   ), untold as (
     delete from email_items i using leased
     where leased.state in ('sent', 'dropped') and i.api_key_id = leased.api_key_id and i.email_id = leased.email_id
   ), suppressed as (
     insert into email_suppressions (api_key_id, address, user_id, error)
     select distinct on (api_key_id, lower(address)) api_key_id, lower(address), "userId", error from leased where suppresses
     order by api_key_id, lower(address)
     on conflict (api_key_id, address) do nothing
   ), lifted as (
     delete from email_suppressions where ctid = any(array(
       select s.place from leased cross join lateral (
         select ctid as place from email_suppressions s where s.api_key_id = leased.api_key_id and s.user_id = leased."userId"
         order by s.suppressed_at_ms desc, s.address offset ${suppressedOfUser - 1}
       ) as s
       where leased.suppresses))
   )
   update emails e set state = leased.state, reason = leased.reason, attempts = e.attempts + leased."wasAttempted"::integer,
     address = case when leased.address = '' then e.address else leased.address end, response = leased.response, error_class = leased."errorClass",
     error = leased.error, sent_at_ms = case when leased.state = 'sent' then now_ms() end
   from leased where e.ctid = leased.mail and e.api_key_id = leased.api_key_id`,
  { crossTenant: "Outcomes of many API keys are written together, each under the fence of its own mail." },
);

/** Records the outcomes of mails; a mail that another process has taken over does not change. */
export async function recordOutcomes(db: Db, outcomes: readonly EmailOutcome[]): Promise<void> {
  const rest = outcomes.map(({ leased: _leased, delayMs, ...outcome }) => ({
    ...outcome,
    delayMs: Math.round(delayMs),
  }));
  await db.run(record, { ...leases.lists(outcomes.map(({ leased }) => leased)), rest: JSON.stringify(rest) });
}
