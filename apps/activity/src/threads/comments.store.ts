import { type Db, sql, statement } from "@parley/database";
import { listOf, nullable, recordset, types, type ValuesOf } from "@parley/database/schema";
import { type LogParameters, logged } from "../activity-log/log-record.ts";
import { feedPosition } from "../places/fragments.ts";
import type { DocumentScope } from "../places/scope.ts";
import { annotations, comments, nowMs, reactions } from "../schema.ts";

/** A comment as a statement's parameters. */
export const commentColumns = {
  comment_id: types.text,
  comment_text: types.text,
  html: types.text,
  tagged_ids: listOf(types.text),
  /** This column and the next four are JSON text. */
  tagged_users: types.text,
  attachments: types.text,
  metadata: types.text,
  details: types.text,
  bytes: types.integer,
};

export type CommentColumns = ValuesOf<typeof commentColumns>;

const changedColumns = {
  annotation_ref: types.bigint,
  ...commentColumns,
  /** By how many bytes the thread grows. */
  added_bytes: types.integer,
  /** Whether the content has changed, so that the comment is marked as edited. */
  edited: types.boolean,
  /** null means unchanged, and the current time. */
  created_at_ms: nullable(types.bigint),
  updated_at_ms: nullable(types.bigint),
};

export type ChangedCommentColumns = ValuesOf<typeof changedColumns>;

const { from: items, columns: i } = recordset("comments", "i", changedColumns);

const update = statement(
  "activity.comments_update",
  {
    comments: types.json,
    apiKeyId: annotations.apiKeyId,
    organizationId: annotations.organizationId,
    documentId: annotations.documentId,
    immutable: types.boolean,
    records: types.json,
  },
  { changed: types.integer },
  sql`with item as materialized (
     select *, ${nowMs} as ms, ${feedPosition} as feed_position from ${items}
   ), changed as (
     update ${comments} c
     set ${comments.commentText} = ${i.comment_text}, ${comments.html} = ${i.html}, ${comments.taggedIds} = ${i.tagged_ids},
       ${comments.taggedUsers} = ${i.tagged_users}::json,
       ${comments.attachments} = ${i.attachments}::json, ${comments.metadata} = ${i.metadata}::json,
       ${comments.details} = ${i.details}::json, ${comments.bytes} = ${i.bytes},
       ${comments.createdAtMs} = coalesce(${i.created_at_ms}, c.${comments.createdAtMs}),
       ${comments.updatedAtMs} = coalesce(${i.updated_at_ms}, i.ms),
       ${comments.editedAtMs} = case when ${i.edited} then i.ms else c.${comments.editedAtMs} end,
       ${comments.writtenPosition} = case when ${i.edited} then i.feed_position else c.${comments.writtenPosition} end
     from item i
     where c.${comments.apiKeyId} = $apiKeyId and c.${comments.annotationRef} = ${i.annotation_ref}
       and c.${comments.commentId} = ${i.comment_id}
     returning c.${comments.commentId}
   ), touched as (
     update ${annotations} a set ${annotations.threadBytes} = a.${annotations.threadBytes} + t.added_bytes,
       ${annotations.updatedAtMs} = ${nowMs}
     from (select annotation_ref, sum(added_bytes)::int as added_bytes from item group by 1) t
     where a.${annotations.apiKeyId} = $apiKeyId and a.${annotations.annotationRef} = t.annotation_ref
   ), logged as (${logged()})
   select count(*)::int as changed from changed`,
);

/** Writes all columns of changed comments and the records of the changes. Their annotations must be locked. */
export async function updateComments(
  tx: Db,
  scope: DocumentScope,
  comments: readonly ChangedCommentColumns[],
  log: LogParameters,
): Promise<void> {
  await tx.rows(update, { ...scope, ...log, comments: JSON.stringify(comments) });
}

const remove = statement(
  "activity.comments_delete",
  {
    apiKeyId: annotations.apiKeyId,
    annotationRef: annotations.annotationRef,
    commentIds: listOf(types.text),
    organizationId: annotations.organizationId,
    documentId: annotations.documentId,
    immutable: types.boolean,
    records: types.json,
  },
  { deleted: types.integer },
  sql`with gone as (
     delete from ${comments} where ${comments.apiKeyId} = $apiKeyId and ${comments.annotationRef} = $annotationRef
       and ${comments.commentId} = any($commentIds::text[])
     returning ${comments.bytes}
   ), reactions_gone as (
     delete from ${reactions} where ${reactions.apiKeyId} = $apiKeyId and ${reactions.annotationRef} = $annotationRef
       and ${reactions.commentId} = any($commentIds::text[])
     returning ${reactions.bytes}
   ), touched as (
     update ${annotations}
     set ${annotations.commentCount} = ${annotations.commentCount} - (select count(*) from gone),
       ${annotations.reactionCount} = ${annotations.reactionCount} - (select count(*) from reactions_gone),
       ${annotations.threadBytes} = ${annotations.threadBytes} - (select coalesce(sum(${comments.bytes}), 0)
         from gone) - (select coalesce(sum(${reactions.bytes}), 0) from reactions_gone),
       ${annotations.updatedAtMs} = ${nowMs}
     where ${annotations.apiKeyId} = $apiKeyId and ${annotations.annotationRef} = $annotationRef
   ), logged as (${logged()})
   select count(*)::int as deleted from gone`,
);

/** Deletes comments of an annotation with their reactions. The annotation must be locked. */
export async function deleteComments(
  tx: Db,
  scope: DocumentScope,
  annotationRef: number,
  commentIds: readonly string[],
  log: LogParameters,
): Promise<void> {
  await tx.rows(remove, { ...scope, ...log, annotationRef, commentIds });
}
