import { type Db, sql, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import type { Claimed } from "../../delivery/claimed.ts";
import { emailQueue, emails } from "../config/tables.ts";
import { queue } from "./email-queue.store.ts";

const dueEmail = {
  apiKeyId: emails.apiKeyId,
  createdAtMs: emails.createdAtMs,
  emailId: emails.emailId,
  publicId: emails.publicId,
  organizationId: emails.organizationId,
  documentId: emails.documentId,
  annotationId: emails.annotationId,
  userId: emails.userId,
  /** The number of its items; only the newest are sent. */
  itemCount: emails.itemCount,
};

/** A mail that is due. */
export type DueEmail = ValuesOf<typeof dueEmail>;
const crossTenant = "Mails of many API keys are made ready together, each under the fence of its own API key.";

const close = statement(
  "notifications.email_close",
  queue.parameters,
  dueEmail,
  sql`with ${queue.claimed()}, still as materialized (
     select claimed.* from claimed cross join lateral (select from ${emailQueue} q where ${queue.isClaimed} limit 1) as q
   )
   update ${emails} e set ${emails.state} = 'pending' from still
   where e.ctid = (select m.ctid from ${emails} m where m.${emails.apiKeyId} = still.${emailQueue.apiKeyId}
     and m.${emails.emailId} = still.${emailQueue.emailId})
     and e.${emails.apiKeyId} = still.${emailQueue.apiKeyId} and e.${emails.emailId} = still.${emailQueue.emailId}
   returning e.${emails.apiKeyId}, e.${emails.createdAtMs}, e.${emails.emailId}, e.${emails.publicId}, e.${emails.organizationId},
     e.${emails.documentId}, e.${emails.annotationId}, e.${emails.userId}, e.${emails.itemCount}`,
  { crossTenant },
);

/** Closes the mails to further items; returns those that are still claimed and not erased. */
export function closeEmails(db: Db, claimed: readonly Claimed[]): Promise<DueEmail[]> {
  return db.rows(close, queue.lists(claimed));
}

const countSent = statement(
  "notifications.email_count_sent",
  {
    apiKeyIds: listOf(types.text),
    emailIds: listOf(types.bigint),
    userIds: listOf(types.text),
    sinceMs: types.bigint,
    limit: types.integer,
  },
  { emailId: types.bigint },
  sql`select wanted.email_id
   from unnest($apiKeyIds::text[], $emailIds::bigint[], $userIds::text[]) as wanted (api_key_id, email_id, user_id)
   where (select count(*) from (
     select from ${emails} e where e.${emails.apiKeyId} = wanted.api_key_id and e.${emails.userId} = wanted.user_id
       and e.${emails.sentAtMs} > $sinceMs
     limit $limit::integer
   ) as sent) >= $limit::integer`,
  { crossTenant },
);

/** The ids of the mails whose recipient has been sent `limit` mails since the given time. */
export async function selectOverfull(db: Db, mails: readonly DueEmail[], sinceMs: number, limit: number): Promise<Set<number>> {
  const rows = await db.rows(countSent, {
    apiKeyIds: mails.map(({ apiKeyId }) => apiKeyId),
    emailIds: mails.map(({ emailId }) => emailId),
    userIds: mails.map(({ userId }) => userId),
    sinceMs,
    limit,
  });
  return new Set(rows.map(({ emailId }) => emailId));
}
