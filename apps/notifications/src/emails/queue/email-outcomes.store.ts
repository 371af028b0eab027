import type { EmailDropReason, EmailErrorClass, EmailFailureReason } from "@parley/contracts/notifications";
import { type Db, sql, statement } from "@parley/database";
import { narrowed, types, type ValuesOf } from "@parley/database/schema";
import { nowMs } from "../../clock/now-ms.ts";
import type { Claimed } from "../../delivery/claimed.ts";
import { emailItems, emailQueue, emailSuppressions, emails } from "../config/tables.ts";
import { queue } from "./email-queue.store.ts";

/** The outcome of a mail. */
export interface EmailOutcome {
  readonly claimed: Claimed;
  readonly state: "sent" | "failed" | "dropped" | "pending";
  /** Why it failed or was dropped; empty otherwise. */
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

// The most suppressed addresses kept for a user whose address changes again and again; the oldest are deleted.
const suppressedOfUser = 20;

const recordedRow = { apiKeyId: emails.apiKeyId, state: narrowed<EmailOutcome["state"]>(types.text) };

// A failed mail keeps its items, so that it can be sent again.
const record = statement(
  "notifications.email_record",
  { ...queue.parameters, rest: types.json },
  recordedRow,
  sql`with ${queue.claimed()}, ended as materialized (
     select claimed.${emailQueue.apiKeyId} as api_key_id, claimed.${emailQueue.emailId} as email_id, q.ctid as place, e.place as mail, r.*
     from claimed join (
       select row_number() over () as nth, r.* from json_to_recordset($rest::json) as r (state text, reason text, "delayMs" bigint,
         "wasAttempted" boolean, "userId" text, address text, response text, "errorClass" text, error text, suppresses boolean)
     ) as r on r.nth = claimed.nth
     cross join lateral (
       select ctid from ${emailQueue} q where ${queue.isClaimed} limit 1 for update
     ) as q
     cross join lateral (
       select ctid as place from ${emails} e where e.${emails.apiKeyId} = claimed.${emailQueue.apiKeyId}
         and e.${emails.emailId} = claimed.${emailQueue.emailId} limit 1
     ) as e
   ), unqueued as (
     delete from ${emailQueue} where ctid = any(array(select place from ended where state <> 'pending'))
   ), put_off as (
     update ${emailQueue} q set ${emailQueue.state} = 'scheduled', ${emailQueue.dueAtMs} = ${nowMs} + ended."delayMs",
       ${emailQueue.tries} = q.${emailQueue.tries} + 1, ${emailQueue.fence} = default
     from ended where q.ctid = ended.place and ended.state = 'pending'
   ), deleted_items as (
     delete from ${emailItems} i using ended
     where ended.state in ('sent', 'dropped') and i.${emailItems.apiKeyId} = ended.api_key_id
       and i.${emailItems.emailId} = ended.email_id
   ), suppressed as (
     insert into ${emailSuppressions} (${emailSuppressions.apiKeyId}, ${emailSuppressions.address}, ${emailSuppressions.userId},
       ${emailSuppressions.error})
     select distinct on (api_key_id, lower(address)) api_key_id, lower(address), "userId", error from ended where suppresses
     order by api_key_id, lower(address)
     on conflict (${emailSuppressions.apiKeyId}, ${emailSuppressions.address}) do nothing
   ), lifted as (
     delete from ${emailSuppressions} where ctid = any(array(
       select s.place from ended cross join lateral (
         select ctid as place from ${emailSuppressions} s where s.${emailSuppressions.apiKeyId} = ended.api_key_id
           and s.${emailSuppressions.userId} = ended."userId"
         order by s.${emailSuppressions.suppressedAtMs} desc, s.${emailSuppressions.address} offset ${suppressedOfUser - 1}
       ) as s
       where ended.suppresses))
   )
   update ${emails} e set ${emails.state} = ended.state, ${emails.reason} = ended.reason,
     ${emails.attempts} = e.${emails.attempts} + ended."wasAttempted"::integer,
     ${emails.address} = case when ended.address = '' then e.${emails.address} else ended.address end,
     ${emails.response} = ended.response, ${emails.errorClass} = ended."errorClass",
     ${emails.error} = ended.error, ${emails.sentAtMs} = case when ended.state = 'sent' then ${nowMs} end
   from ended where e.ctid = ended.mail and e.${emails.apiKeyId} = ended.api_key_id
   returning e.${emails.apiKeyId}, e.${emails.state}`,
  { crossTenant: "Outcomes of many API keys are written together, each under the fence of its own API key." },
);

/** Records the outcomes of mails and returns those recorded; mails that belong to another process now are skipped. */
export async function recordOutcomes(db: Db, outcomes: readonly EmailOutcome[]): Promise<ValuesOf<typeof recordedRow>[]> {
  const rest = outcomes.map(({ claimed: _claimed, delayMs, ...outcome }) => ({
    ...outcome,
    delayMs: Math.round(delayMs),
  }));
  return db.rows(record, { ...queue.lists(outcomes.map(({ claimed }) => claimed)), rest: JSON.stringify(rest) });
}
