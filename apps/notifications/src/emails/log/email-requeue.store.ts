import { type Db, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { emailItems, emails } from "../config/tables.ts";

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
  `with wanted as materialized (
     select e.email_id, e.public_id, e.state,
       exists (select from email_items i where i.api_key_id = $apiKeyId and i.email_id = e.email_id) as has_content
     from emails e where e.api_key_id = $apiKeyId and e.public_id = any($publicIds::text[])
   ), freed as (
     update emails e set state = 'pending', reason = '' from wanted w
     where e.api_key_id = $apiKeyId and e.email_id = w.email_id and w.has_content and w.state = 'failed'
   ), queued as (
     insert into email_queue as q (api_key_id, email_id, state, due_at_ms)
     select $apiKeyId, w.email_id, 'ready', 0 from wanted w where w.has_content
     on conflict (api_key_id, email_id) do update set state = 'ready', due_at_ms = 0, tries = 0 where q.state <> 'leased'
   )
   select public_id, has_content from wanted`,
);

/** Queues failed mails again, and makes waiting ones due now, from the beginning of the schedule. Returns those that exist. */
export function retryEmailRows(db: Db, apiKeyId: string, publicIds: readonly string[]): Promise<Retried[]> {
  return db.rows(retry, { apiKeyId, publicIds });
}
