import { type Db, statement } from "@parley/database";
import { listOf, nullable, types } from "@parley/database/schema";
import { notifications } from "../notifications/rows/tables.ts";
import { recipients } from "../streams/tables.ts";

/** A thread, or one of its comments. */
interface OfThread {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly documentId: string;
  readonly annotationId: string;
}

interface OfComment extends OfThread {
  readonly commentId: string;
}

const ofThread = {
  apiKeyId: notifications.apiKeyId,
  organizationId: notifications.organizationId,
  documentId: notifications.documentId,
  annotationId: types.text,
};

const inThread =
  "api_key_id = $apiKeyId and organization_id = $organizationId and document_id = $documentId and annotation_id = $annotationId";

// Locked in the order of ids, in which other transactions lock too.
const remove = (condition: string) => `
  with locked as materialized (
    select notification_ref from notifications where ${condition} order by notification_id collate "C" limit $limit for update
  ), gone as (
    delete from notifications where api_key_id = $apiKeyId and notification_ref = any(array(select notification_ref from locked))
    returning notification_ref, created_at_ms, notify_users
  )
  insert into removals (api_key_id, notification_ref, organization_id, created_at_ms, user_ids)
  select $apiKeyId, notification_ref, $organizationId, created_at_ms, array(select u ->> 'userId' from json_array_elements(notify_users) as u)
  from gone`;

const removeOfComment = statement(
  "notifications.entries_delete_of_comment",
  { ...ofThread, commentId: types.text, limit: types.bigint },
  {},
  remove(`${inThread} and comment_id = $commentId`),
);

const removeOfThread = statement("notifications.entries_delete_of_thread", { ...ofThread, limit: types.bigint }, {}, remove(inThread));

/** Deletes at most so many entries of a comment, or of a whole thread, and records that their remaining rows are to be deleted. */
export function deleteEntries(db: Db, of: OfThread | OfComment, limit: number): Promise<number> {
  return "commentId" in of ? db.run(removeOfComment, { ...of, limit }) : db.run(removeOfThread, { ...of, limit });
}

const rewrite = statement(
  "notifications.entries_rewrite",
  { bodyMessage: nullable(types.text), ...ofThread, commentId: types.text },
  {},
  `update notifications set body_message = $bodyMessage
   where ${inThread} and comment_id = $commentId and body_message is distinct from $bodyMessage`,
);

/** Gives the entries of a comment the text that it has now. */
export async function rewriteEntries(db: Db, of: OfComment & { readonly bodyMessage: string | null }): Promise<void> {
  await db.run(rewrite, of);
}

const move = statement(
  "notifications.entries_move",
  { location: types.json, ...ofThread },
  {},
  `update notifications set source_data = (source_data::jsonb || jsonb_build_object('location', $location::json))::json where ${inThread}`,
);

/** Gives the entries of a thread the location that it has now, by which they are found when the location is deleted. */
export async function moveEntries(db: Db, of: OfThread & { readonly location: string }): Promise<void> {
  await db.run(move, of);
}

const notified = statement(
  "notifications.entries_notified",
  { userIds: listOf(types.text), ...ofThread, commentId: types.text },
  { userId: recipients.userId },
  `select u.id as user_id from unnest($userIds::text[]) as u (id)
   where exists (
     select from (
       select notification_ref, created_at_ms from notifications where ${inThread} and comment_id = $commentId offset 0
     ) n cross join lateral (
       select user_id from recipients
       where api_key_id = $apiKeyId and organization_id = $organizationId and user_id = u.id
         and created_at_ms = n.created_at_ms and notification_ref = n.notification_ref limit 1
     ) r)`,
);

/** Those of the users who have an entry about the comment. */
export async function notifiedUsers(db: Db, of: OfComment & { readonly userIds: readonly string[] }): Promise<Set<string>> {
  return new Set((await db.rows(notified, of)).map(({ userId }) => userId));
}
