import { type Db, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import type { DocumentScope } from "../places/scope.ts";
import { annotationUsers } from "../schema.ts";
import type { ParticipantsChange } from "./participants.ts";

/** The annotation whose participants change. */
interface OfAnnotation {
  readonly annotationRef: number;
  readonly createdAtMs: number;
}

/**
 * Deletes the rows of `comment_users` that `rows` names by their whole key. They are found one by one and deleted by their ctid: no plan
 * reads all rows of a user to delete a few. Nobody moves them at the same time, because the annotation is locked.
 */
export function leaveComments(rows: string): string {
  return `delete from comment_users where api_key_id = $apiKeyId and ctid = any(array(
    select x.place from ${rows} p cross join lateral (
      select u.ctid as place from comment_users u
      where u.api_key_id = $apiKeyId and u.organization_id = $organizationId and u.user_id = p.user_id and u.created_at_ms = p.created_at_ms
        and u.annotation_ref = p.annotation_ref and u.comment_id between p.comment_id and p.comment_id
      order by u.comment_id limit 1) x))`;
}

/** The same for `annotation_users`. */
export function leaveAnnotations(rows: string): string {
  return `delete from annotation_users where api_key_id = $apiKeyId and ctid = any(array(
    select x.place from ${rows} p cross join lateral (
      select u.ctid as place from annotation_users u
      where u.api_key_id = $apiKeyId and u.organization_id = $organizationId and u.user_id = p.user_id and u.created_at_ms = p.created_at_ms
        and u.annotation_ref between p.annotation_ref and p.annotation_ref
      order by u.annotation_ref limit 1) x))`;
}

const change = statement(
  "activity.participants_change",
  {
    apiKeyId: annotationUsers.apiKeyId,
    annotationRef: annotationUsers.annotationRef,
    commentsLeft: types.json,
    organizationId: annotationUsers.organizationId,
    commentsJoined: types.json,
    createdAtMs: annotationUsers.createdAtMs,
    left: listOf(types.text),
    documentId: annotationUsers.documentId,
    joined: listOf(types.text),
  },
  { done: types.boolean },
  `with comments_left as (
     ${leaveComments(
       `(select "userId" as user_id, "createdAtMs" as created_at_ms, $annotationRef::bigint as annotation_ref, "commentId" as comment_id
         from json_to_recordset($commentsLeft::json) as i ("userId" text, "createdAtMs" bigint, "commentId" text))`,
     )}
   ), comments_joined as (
     insert into comment_users (api_key_id, organization_id, user_id, created_at_ms, annotation_ref, comment_id)
     select $apiKeyId, $organizationId, i."userId", i."createdAtMs", $annotationRef, i."commentId"
     from json_to_recordset($commentsJoined::json) as i ("userId" text, "createdAtMs" bigint, "commentId" text)
     on conflict do nothing
   ), users_left as (
     ${leaveAnnotations(
       "(select i.user_id, $createdAtMs::bigint as created_at_ms, $annotationRef::bigint as annotation_ref from unnest($left::text[]) as i (user_id))",
     )}
   ), users_joined as (
     insert into annotation_users (api_key_id, organization_id, user_id, document_id, created_at_ms, annotation_ref)
     select $apiKeyId, $organizationId, i.user_id, $documentId, $createdAtMs, $annotationRef from unnest($joined::text[]) as i (user_id)
     on conflict do nothing
   )
   select true as done`,
);

/** Updates the tables of participants after a change of one thread. Needs its annotation locked. */
export async function changeParticipants(
  tx: Db,
  scope: DocumentScope,
  { annotationRef, createdAtMs }: OfAnnotation,
  changes: ParticipantsChange,
): Promise<void> {
  await tx.rows(change, {
    ...scope,
    annotationRef,
    createdAtMs,
    commentsLeft: JSON.stringify(changes.commentsLeft),
    commentsJoined: JSON.stringify(changes.commentsJoined),
    left: changes.left,
    joined: changes.joined,
  });
}

/** SQL: the parts of a statement that delete threads with everything in them. They return what was deleted from each table. */
export const deletedThreads = `gone as (
     delete from annotations where api_key_id = $apiKeyId and annotation_ref = any($annotationRefs::bigint[])
     returning annotation_ref, created_at_ms, assignee_id
   ), comments_gone as (
     delete from comments where api_key_id = $apiKeyId and annotation_ref = any($annotationRefs::bigint[])
     returning annotation_ref, comment_id, created_at_ms, author_id, tagged_ids
   ), reactions_gone as (
     delete from reactions where api_key_id = $apiKeyId and annotation_ref = any($annotationRefs::bigint[]) returning 1
   ), people as materialized (
     select distinct g.annotation_ref, g.created_at_ms as thread_created_at_ms, c.comment_id, c.created_at_ms, u.user_id
     from gone g left join comments_gone c on c.annotation_ref = g.annotation_ref
     cross join lateral unnest(c.tagged_ids || c.author_id || g.assignee_id) as u (user_id)
     where u.user_id is not null
   ), concerned_gone as (
     ${leaveComments("(select user_id, created_at_ms, annotation_ref, comment_id from people where comment_id is not null)")}
     returning 1
   ), involved_gone as (
     ${leaveAnnotations("(select distinct user_id, thread_created_at_ms as created_at_ms, annotation_ref from people)")}
     returning 1
   )`;
