import { type Db, type Sql, sql, statement } from "@parley/database";
import { listOf, nullable, types } from "@parley/database/schema";
import type { TakenBack } from "../../audience/taken-back.ts";
import { emailItems, emailQueue, emails } from "../config/tables.ts";

interface OfThread {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly documentId: string;
  readonly annotationId: string;
}

const sought = {
  apiKeyId: emails.apiKeyId,
  organizationId: emails.organizationId,
  documentId: emails.documentId,
  annotationId: emails.annotationId,
  commentId: nullable(types.text),
  kind: nullable(types.text),
  everybody: types.boolean,
  userIds: listOf(types.text),
};

const isSought = sql`i.${emailItems.kind} <> 'notification' and ($commentId::text is null or i.${emailItems.commentId} = $commentId)
       and ($kind::text is null or i.${emailItems.kind} = $kind)`;

/**
 * The mails of a thread that have not been sent, with items that a change concerns: read on `emails_unsent`. They are locked in order, before
 * their items. A change takes a mail from the process that has read it, and may have composed it already, by a new fence.
 */
const changing = (change: Sql, changed: Sql) => sql`
   with mails as materialized (
     select e.${emails.emailId} from ${emails} e
     where e.${emails.apiKeyId} = $apiKeyId and e.${emails.organizationId} = $organizationId and e.${emails.documentId} = $documentId
       and e.${emails.annotationId} = $annotationId and e.${emails.state} = any(array['open', 'pending', 'failed'])
       and ($everybody::boolean or e.${emails.userId} = any($userIds::text[]))
       and exists (select from ${emailItems} i where i.${emailItems.apiKeyId} = $apiKeyId
         and i.${emailItems.emailId} = e.${emails.emailId} and ${isSought})
     order by e.${emails.emailId} for update
   ), changed as (
     ${change} where i.${emailItems.apiKeyId} = $apiKeyId and i.${emailItems.emailId} = any(array(select ${emails.emailId} from mails))
       and ${isSought} and ${changed}
     returning i.${emailItems.emailId}
   ), taken as (
     update ${emailQueue} set ${emailQueue.fence} = default
     where ${emailQueue.apiKeyId} = $apiKeyId and ${emailQueue.emailId} = any(array(select ${emailItems.emailId} from changed))
       and ${emailQueue.state} = 'ready'
   )`;

const remove = statement(
  "notifications.email_items_take_back",
  sought,
  {},
  sql`${changing(sql`delete from ${emailItems} i`, sql`true`)}
   update ${emails} e set ${emails.itemCount} = e.${emails.itemCount} - gone.items
   from (select ${emailItems.emailId} as email_id, count(*)::integer as items from changed group by ${emailItems.emailId}) as gone
   where e.${emails.apiKeyId} = $apiKeyId and e.${emails.emailId} = gone.email_id`,
);

const toComments = statement(
  "notifications.email_items_to_comments",
  sought,
  {},
  sql`${changing(
    sql`update ${emailItems} i set ${emailItems.kind} = 'comment', ${emailItems.isDirected} = false`,
    sql`i.${emailItems.commentId} <> ''`,
  )}
   select from changed`,
);

const rewrite = statement(
  "notifications.email_items_rewrite",
  { text: types.text, ...sought },
  {},
  sql`${changing(sql`update ${emailItems} i set ${emailItems.itemText} = $text`, sql`i.${emailItems.itemText} <> $text`)}
   select from changed`,
);

/** Removes the items of pending mails that are no longer true. A mail without any item is dropped when it is due. */
export async function takeBackItems(tx: Db, thread: OfThread, { commentId, kind, userIds, staysComment }: TakenBack): Promise<void> {
  const items = {
    ...placeOf(thread),
    commentId: commentId ?? null,
    kind: kind ?? null,
    everybody: userIds === undefined,
    userIds: userIds ?? [],
  };
  if (staysComment) await tx.run(toComments, items);
  await tx.run(remove, items);
}

/** Updates the text of a comment in pending mails. */
export async function rewriteItems(tx: Db, thread: OfThread, commentId: string, text: string): Promise<void> {
  await tx.run(rewrite, { ...placeOf(thread), commentId, text, kind: null, everybody: true, userIds: [] });
}

function placeOf({ apiKeyId, organizationId, documentId, annotationId }: OfThread): OfThread {
  return { apiKeyId, organizationId, documentId, annotationId };
}
