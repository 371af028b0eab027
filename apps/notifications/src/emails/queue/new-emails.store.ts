import { type Db, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { emailItems, emails } from "../config/tables.ts";

/** One event in one thread, and the users to notify. */
export interface NewItems {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly documentId: string;
  /** Empty for a notification that names no thread. */
  readonly annotationId: string;
  /** In parallel lists, each user once. */
  readonly userIds: readonly string[];
  readonly publicIds: readonly string[];
  readonly kinds: readonly string[];
  readonly directed: readonly boolean[];
  readonly commentId: string;
  readonly notificationRef: number | null;
  readonly actorId: string;
  readonly actorName: string;
  readonly text: string;
  readonly writtenAtMs: number;
  /** The subjects of its place, as `@parley/erasure` names them, one per line. */
  readonly subjects: string;
  readonly quietMs: number;
  readonly maxQuietMs: number;
}

// The users are locked in order, so that two events with the same users do not deadlock. A mail that has been closed in the meantime is not
// added to: another is begun.
const insert = statement(
  "notifications.email_insert",
  {
    userIds: listOf(types.text),
    publicIds: listOf(types.text),
    kinds: listOf(types.text),
    directed: listOf(types.boolean),
    apiKeyId: emailItems.apiKeyId,
    organizationId: emailItems.organizationId,
    documentId: emails.documentId,
    annotationId: emails.annotationId,
    subjects: types.text,
    commentId: emailItems.commentId,
    notificationRef: emailItems.notificationRef,
    actorId: emailItems.actorId,
    actorName: emailItems.actorName,
    text: types.text,
    writtenAtMs: emailItems.writtenAtMs,
    quietMs: types.bigint,
    maxQuietMs: types.bigint,
  },
  {},
  `with wanted as materialized (
     select * from unnest($userIds::text[], $publicIds::text[], $kinds::text[], $directed::boolean[]) as w (user_id, public_id, kind, is_directed)
   ), mails as (
     insert into emails as e (api_key_id, public_id, organization_id, document_id, annotation_id, user_id, subjects)
     select $apiKeyId, w.public_id, $organizationId, $documentId, $annotationId, w.user_id,
       array_append(string_to_array($subjects, E'\\n'), 'user:' || w.user_id)
     from wanted w order by w.user_id collate "C"
     on conflict (api_key_id, organization_id, document_id, annotation_id, user_id) where state = 'open'
       do update set item_count = e.item_count + 1,
         subjects = array(select distinct s from unnest(e.subjects || excluded.subjects) as s)
     returning email_id, user_id
   ), told as (
     insert into email_items (api_key_id, organization_id, email_id, kind, is_directed, comment_id, notification_ref, actor_id, actor_name, item_text,
       written_at_ms)
     select $apiKeyId, $organizationId, m.email_id, w.kind, w.is_directed, $commentId, $notificationRef::bigint, $actorId, $actorName, $text, $writtenAtMs
     from mails m join wanted w on w.user_id = m.user_id
   )
   insert into email_queue as q (api_key_id, email_id, due_at_ms)
   select $apiKeyId, m.email_id, now_ms() + $quietMs::bigint from mails m order by m.email_id
   on conflict (api_key_id, email_id) do update
     set due_at_ms = least(excluded.due_at_ms, q.created_at_ms + $maxQuietMs::bigint) where q.state = 'scheduled'`,
);

/** Adds an item to the open mail of each of the users, or begins one; each is due after a quiet time. */
export async function insertItems(tx: Db, items: NewItems): Promise<void> {
  await tx.run(insert, items);
}
