import { type Db, type Sql, sql, statement } from "@parley/database";
import { listOf, recordset, types } from "@parley/database/schema";
import type { DocumentScope } from "../places/scope.ts";
import { annotations, annotationUsers, comments, commentUsers, reactions } from "../schema.ts";
import type { ParticipantsChange } from "./participants.ts";

/** The annotation whose participants change. */
interface OfAnnotation {
  readonly annotationRef: number;
  readonly createdAtMs: number;
}

/**
 * SQL: deletes the rows of `comment_users` that `rows` names by their full key. They are looked up one by one and deleted by ctid, so that
 * no plan reads all rows of a user to delete a few. Nothing moves the rows at the same time, because the annotation is locked.
 */
export function leaveComments(rows: Sql): Sql {
  return sql`delete from ${commentUsers} where ${commentUsers.apiKeyId} = $apiKeyId and ctid = any(array(
    select x.place from ${rows} p cross join lateral (
      select u.ctid as place from ${commentUsers} u
      where u.${commentUsers.apiKeyId} = $apiKeyId and u.${commentUsers.organizationId} = $organizationId
        and u.${commentUsers.userId} = p.${commentUsers.userId} and u.${commentUsers.createdAtMs} = p.${commentUsers.createdAtMs}
        and u.${commentUsers.annotationRef} = p.${commentUsers.annotationRef}
        and u.${commentUsers.commentId} between p.${commentUsers.commentId} and p.${commentUsers.commentId}
      order by u.${commentUsers.commentId} limit 1) x))`;
}

/** Same for `annotation_users`. */
export function leaveAnnotations(rows: Sql): Sql {
  return sql`delete from ${annotationUsers} where ${annotationUsers.apiKeyId} = $apiKeyId and ctid = any(array(
    select x.place from ${rows} p cross join lateral (
      select u.ctid as place from ${annotationUsers} u
      where u.${annotationUsers.apiKeyId} = $apiKeyId and u.${annotationUsers.organizationId} = $organizationId
        and u.${annotationUsers.userId} = p.${annotationUsers.userId}
        and u.${annotationUsers.createdAtMs} = p.${annotationUsers.createdAtMs}
        and u.${annotationUsers.annotationRef} between p.${annotationUsers.annotationRef} and p.${annotationUsers.annotationRef}
      order by u.${annotationUsers.annotationRef} limit 1) x))`;
}

const ofComment = { userId: types.text, createdAtMs: types.bigint, commentId: types.text };
const { from: commentsLeft, columns: left } = recordset("commentsLeft", "i", ofComment);
const { from: commentsJoined, columns: joined } = recordset("commentsJoined", "i", ofComment);

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
    mentioned: listOf(types.text),
    unmentioned: listOf(types.text),
  },
  { done: types.boolean },
  sql`with comments_left as (
     ${leaveComments(
       sql`(select ${left.userId} as ${commentUsers.userId}, ${left.createdAtMs} as ${commentUsers.createdAtMs},
         $annotationRef::bigint as ${commentUsers.annotationRef}, ${left.commentId} as ${commentUsers.commentId} from ${commentsLeft})`,
     )}
   ), comments_joined as (
     insert into ${commentUsers} (${commentUsers.apiKeyId}, ${commentUsers.organizationId}, ${commentUsers.userId},
       ${commentUsers.createdAtMs}, ${commentUsers.annotationRef}, ${commentUsers.commentId})
     select $apiKeyId, $organizationId, ${joined.userId}, ${joined.createdAtMs}, $annotationRef, ${joined.commentId} from ${commentsJoined}
     on conflict do nothing
   ), users_left as (
     ${leaveAnnotations(
       sql`(select i.${annotationUsers.userId}, $createdAtMs::bigint as ${annotationUsers.createdAtMs},
         $annotationRef::bigint as ${annotationUsers.annotationRef} from unnest($left::text[]) as i (${annotationUsers.userId}))`,
     )}
   ), users_joined as (
     insert into ${annotationUsers} (${annotationUsers.apiKeyId}, ${annotationUsers.organizationId}, ${annotationUsers.userId},
       ${annotationUsers.documentId}, ${annotationUsers.createdAtMs}, ${annotationUsers.annotationRef}, ${annotationUsers.isMentioned})
     select $apiKeyId, $organizationId, i.user_id, $documentId, $createdAtMs, $annotationRef, i.user_id = any($mentioned::text[])
     from unnest($joined::text[]) as i (user_id)
     on conflict do nothing
   ), mentions as (
     update ${annotationUsers} u set ${annotationUsers.isMentioned} = i.user_id = any($mentioned::text[])
     from unnest($mentioned::text[] || $unmentioned::text[]) as i (user_id)
     where u.${annotationUsers.apiKeyId} = $apiKeyId and u.${annotationUsers.organizationId} = $organizationId
       and u.${annotationUsers.userId} = i.user_id and u.${annotationUsers.createdAtMs} = $createdAtMs
       and u.${annotationUsers.annotationRef} = $annotationRef
   )
   select true as done`,
);

/** Updates the participant tables after a change of one thread. The annotation must be locked. */
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
    mentioned: changes.mentioned,
    unmentioned: changes.unmentioned,
  });
}

/** SQL: the parts of a statement that delete threads with their contents. They return the deleted rows of each table. */
export const deletedThreads = sql`gone as (
     delete from ${annotations} where ${annotations.apiKeyId} = $apiKeyId and ${annotations.annotationRef} = any($annotationRefs::bigint[])
     returning ${annotations.annotationRef}, ${annotations.createdAtMs}, ${annotations.assigneeId}
   ), comments_gone as (
     delete from ${comments} where ${comments.apiKeyId} = $apiKeyId and ${comments.annotationRef} = any($annotationRefs::bigint[])
     returning ${comments.annotationRef}, ${comments.commentId}, ${comments.createdAtMs}, ${comments.authorId}, ${comments.taggedIds}
   ), reactions_gone as (
     delete from ${reactions} where ${reactions.apiKeyId} = $apiKeyId and ${reactions.annotationRef} = any($annotationRefs::bigint[])
     returning 1
   ), people as materialized (
     select distinct g.${annotations.annotationRef}, g.${annotations.createdAtMs} as thread_created_at_ms, c.${comments.commentId},
       c.${comments.createdAtMs}, u.${commentUsers.userId}
     from gone g left join comments_gone c on c.${comments.annotationRef} = g.${annotations.annotationRef}
     cross join lateral unnest(c.${comments.taggedIds} || c.${comments.authorId} || g.${annotations.assigneeId}) as u
       (${commentUsers.userId})
     where u.${commentUsers.userId} is not null
   ), concerned_gone as (
     ${leaveComments(sql`(select ${commentUsers.userId}, ${comments.createdAtMs}, ${annotations.annotationRef}, ${comments.commentId}
       from people
       where ${comments.commentId} is not null)`)}
     returning 1
   ), involved_gone as (
     ${leaveAnnotations(sql`(select distinct ${commentUsers.userId}, thread_created_at_ms as ${annotationUsers.createdAtMs},
       ${annotations.annotationRef} from people)`)}
     returning 1
   )`;
