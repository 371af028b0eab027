import type { EmailDropReason, EmailErrorClass, EmailFailureReason } from "@parley/contracts/notifications";
import { type Db, sql, statement } from "@parley/database";
import { narrowed, types, type ValuesOf } from "@parley/database/schema";
import { nowMs } from "../../clock/now-ms.ts";
import { emailItems, emailQueue, emailSuppressions, emails } from "../config/tables.ts";
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

const recordedRow = { apiKeyId: emails.apiKeyId, state: narrowed<EmailOutcome["state"]>(types.text) };

// A failed mail keeps its items, so that it can be sent again.
const record = statement(
  "notifications.email_record",
  { ...leases.parameters, rest: types.json },
  recordedRow,
  sql`with leased as materialized (
     select g.api_key_id, g.email_id, q.ctid as place, e.place as mail, r.*
     from unnest(${leases.arrays}) with ordinality as g (api_key_id, email_id, fence, nth)
     join (
       select row_number() over () as nth, r.* from json_to_recordset($rest::json) as r (state text, reason text, "delayMs" bigint,
         "wasAttempted" boolean, "userId" text, address text, response text, "errorClass" text, error text, suppresses boolean)
     ) as r on r.nth = g.nth
     cross join lateral (
       select ctid from ${emailQueue} q where q.${emailQueue.apiKeyId} = g.api_key_id and q.${emailQueue.emailId} = g.email_id
         and q.${emailQueue.fence} = g.fence limit 1 for update
     ) as q
     cross join lateral (
       select ctid as place from ${emails} e where e.${emails.apiKeyId} = g.api_key_id and e.${emails.emailId} = g.email_id limit 1
     ) as e
   ), unqueued as (
     delete from ${emailQueue} where ctid = any(array(select place from leased where state <> 'pending'))
   ), put_off as (
     update ${emailQueue} q set ${emailQueue.state} = 'scheduled', ${emailQueue.dueAtMs} = ${nowMs} + leased."delayMs",
       ${emailQueue.tries} = q.${emailQueue.tries} + 1, ${emailQueue.owner} = '', ${emailQueue.fence} = q.${emailQueue.fence} + 1
     from leased where q.ctid = leased.place and leased.state = 'pending'
   ), untold as (
     delete from ${emailItems} i using leased
     where leased.state in ('sent', 'dropped') and i.${emailItems.apiKeyId} = leased.api_key_id
       and i.${emailItems.emailId} = leased.email_id
   ), suppressed as (
     insert into ${emailSuppressions} (${emailSuppressions.apiKeyId}, ${emailSuppressions.address}, ${emailSuppressions.userId},
       ${emailSuppressions.error})
     select distinct on (api_key_id, lower(address)) api_key_id, lower(address), "userId", error from leased where suppresses
     order by api_key_id, lower(address)
     on conflict (${emailSuppressions.apiKeyId}, ${emailSuppressions.address}) do nothing
   ), lifted as (
     delete from ${emailSuppressions} where ctid = any(array(
       select s.place from leased cross join lateral (
         select ctid as place from ${emailSuppressions} s where s.${emailSuppressions.apiKeyId} = leased.api_key_id
           and s.${emailSuppressions.userId} = leased."userId"
         order by s.${emailSuppressions.suppressedAtMs} desc, s.${emailSuppressions.address} offset ${suppressedOfUser - 1}
       ) as s
       where leased.suppresses))
   )
   update ${emails} e set ${emails.state} = leased.state, ${emails.reason} = leased.reason,
     ${emails.attempts} = e.${emails.attempts} + leased."wasAttempted"::integer,
     ${emails.address} = case when leased.address = '' then e.${emails.address} else leased.address end,
     ${emails.response} = leased.response, ${emails.errorClass} = leased."errorClass",
     ${emails.error} = leased.error, ${emails.sentAtMs} = case when leased.state = 'sent' then ${nowMs} end
   from leased where e.ctid = leased.mail and e.${emails.apiKeyId} = leased.api_key_id
   returning e.${emails.apiKeyId}, e.${emails.state}`,
  { crossTenant: "Outcomes of many API keys are written together, each under the fence of its own mail." },
);

/** Records the outcomes of mails, and returns those recorded: a mail that another process has taken over does not change. */
export async function recordOutcomes(db: Db, outcomes: readonly EmailOutcome[]): Promise<ValuesOf<typeof recordedRow>[]> {
  const rest = outcomes.map(({ leased: _leased, delayMs, ...outcome }) => ({
    ...outcome,
    delayMs: Math.round(delayMs),
  }));
  return db.rows(record, { ...leases.lists(outcomes.map(({ leased }) => leased)), rest: JSON.stringify(rest) });
}
