import { type Db, sql, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { emailItems, emailQueue, emails } from "../config/tables.ts";

const retried = {
  publicId: emails.publicId,
  hasContent: types.boolean,
};

type Retried = ValuesOf<typeof retried>;

// A mail that is being sent stays as it is.
const retry = statement(
  "notifications.email_retry",
  { apiKeyId: emailItems.apiKeyId, publicIds: listOf(types.text) },
  retried,
  sql`with wanted as materialized (
     select e.${emails.emailId}, e.${emails.publicId}, e.${emails.state},
       exists (select from ${emailItems} i where i.${emailItems.apiKeyId} = $apiKeyId
         and i.${emailItems.emailId} = e.${emails.emailId}) as has_content
     from ${emails} e where e.${emails.apiKeyId} = $apiKeyId and e.${emails.publicId} = any($publicIds::text[])
   ), freed as (
     update ${emails} e set ${emails.state} = 'pending', ${emails.reason} = '' from wanted w
     where e.${emails.apiKeyId} = $apiKeyId and e.${emails.emailId} = w.${emails.emailId} and w.has_content and w.${emails.state} = 'failed'
   ), queued as (
     insert into ${emailQueue} as q (${emailQueue.apiKeyId}, ${emailQueue.emailId}, ${emailQueue.state}, ${emailQueue.dueAtMs})
     select $apiKeyId, w.${emails.emailId}, 'ready', 0 from wanted w where w.has_content
     on conflict (${emailQueue.apiKeyId}, ${emailQueue.emailId}) do update
     set ${emailQueue.state} = 'ready', ${emailQueue.dueAtMs} = 0, ${emailQueue.tries} = 0
   )
   select ${emails.publicId}, has_content from wanted`,
);

/** Queues failed mails again and makes waiting ones due now, with the schedule restarted. Returns those that exist. */
export function retryEmailRows(db: Db, apiKeyId: string, publicIds: readonly string[]): Promise<Retried[]> {
  return db.rows(retry, { apiKeyId, publicIds });
}
