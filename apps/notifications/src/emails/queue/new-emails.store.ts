import { randomUUID } from "node:crypto";
import { type Db, sql, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { nowMs } from "../../clock/now-ms.ts";
import { emailItems, emailQueue, emails } from "../config/tables.ts";

/** A new id under which customers see a mail. */
export function newPublicId(): string {
  return `em_${randomUUID().replaceAll("-", "")}`;
}

const newItems = {
  /** The lists are parallel, and name each user once. */
  userIds: listOf(types.text),
  kinds: listOf(types.text),
  directed: listOf(types.boolean),
  apiKeyId: emailItems.apiKeyId,
  organizationId: emailItems.organizationId,
  documentId: emails.documentId,
  /** Empty for a notification that names no thread. */
  annotationId: emails.annotationId,
  /** The subjects of its place in the notation of `@parley/erasure`, one a line. */
  subjects: types.text,
  commentId: emailItems.commentId,
  notificationRef: emailItems.notificationRef,
  actorId: emailItems.actorId,
  actorName: emailItems.actorName,
  text: types.text,
  writtenAtMs: emailItems.writtenAtMs,
  quietMs: types.bigint,
  maxQuietMs: types.bigint,
};

/** One event in one thread, and the users to notify. */
export type NewItems = ValuesOf<typeof newItems>;

// The users are locked in order, so that two events with the same users do not deadlock. If a mail has been closed meanwhile, a new one is
// begun.
const insert = statement(
  "notifications.email_insert",
  { ...newItems, publicIds: listOf(types.text) },
  {},
  sql`with wanted as materialized (
     select * from unnest($userIds::text[], $publicIds::text[], $kinds::text[], $directed::boolean[]) as w
       (user_id, public_id, kind, is_directed)
   ), mails as (
     insert into ${emails} as e (${emails.apiKeyId}, ${emails.publicId}, ${emails.organizationId}, ${emails.documentId},
       ${emails.annotationId}, ${emails.userId}, ${emails.subjects})
     select $apiKeyId, w.public_id, $organizationId, $documentId, $annotationId, w.user_id,
       array_append(string_to_array($subjects, E'\\n'), 'user:' || w.user_id)
     from wanted w order by w.user_id collate "C"
     on conflict (${emails.apiKeyId}, ${emails.organizationId}, ${emails.documentId}, ${emails.annotationId}, ${emails.userId})
     where ${emails.state} = 'open'
       do update set ${emails.itemCount} = e.${emails.itemCount} + 1,
       ${emails.subjects} = array(select distinct s from unnest(e.${emails.subjects} || excluded.${emails.subjects}) as s)
     returning ${emails.emailId}, ${emails.userId}
   ), told as (
     insert into ${emailItems} (${emailItems.apiKeyId}, ${emailItems.organizationId}, ${emailItems.emailId}, ${emailItems.kind},
       ${emailItems.isDirected}, ${emailItems.commentId}, ${emailItems.notificationRef}, ${emailItems.actorId}, ${emailItems.actorName},
       ${emailItems.itemText},
       ${emailItems.writtenAtMs})
     select $apiKeyId, $organizationId, m.${emails.emailId}, w.kind, w.is_directed, $commentId, $notificationRef::bigint, $actorId,
       $actorName, $text, $writtenAtMs
     from mails m join wanted w on w.user_id = m.${emails.userId}
   )
   insert into ${emailQueue} as q (${emailQueue.apiKeyId}, ${emailQueue.emailId}, ${emailQueue.dueAtMs})
   select $apiKeyId, m.${emails.emailId}, ${nowMs} + $quietMs::bigint from mails m order by m.${emails.emailId}
   on conflict (${emailQueue.apiKeyId}, ${emailQueue.emailId}) do update
     set ${emailQueue.dueAtMs} = least(excluded.${emailQueue.dueAtMs}, q.${emailQueue.createdAtMs} + $maxQuietMs::bigint)
     where q.${emailQueue.state} = 'scheduled'`,
);

/** Adds an item to the open mail of each user, or begins one; each is due after a quiet time. */
export async function insertItems(tx: Db, items: NewItems): Promise<void> {
  await tx.run(insert, { ...items, publicIds: items.userIds.map(newPublicId) });
}
