import { type Db, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { type LogParameters, logged } from "../activity-log/log-record.ts";
import type { DocumentScope } from "../places/scope.ts";
import { annotations } from "../schema.ts";

/** A comment as statements take it. */
export interface CommentColumns {
  readonly comment_id: string;
  readonly comment_text: string;
  readonly html: string;
  readonly tagged_ids: readonly string[];
  /** JSON text, like the next three. */
  readonly tagged_users: string;
  readonly attachments: string;
  readonly metadata: string;
  readonly bytes: number;
}

export interface ChangedCommentColumns extends CommentColumns {
  readonly annotation_ref: number;
  /** How many bytes the thread grows by. */
  readonly added_bytes: number;
  /** Whether its content has changed, so that it is marked as edited. */
  readonly edited: boolean;
}

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
  `with item as materialized (
     select * from json_to_recordset($comments::json) as i (annotation_ref bigint, comment_id text, comment_text text, html text, tagged_ids text[],
       tagged_users text, attachments text, metadata text, bytes int, added_bytes int, edited boolean)
   ), changed as (
     update comments c
     set comment_text = i.comment_text, html = i.html, tagged_ids = i.tagged_ids, tagged_users = i.tagged_users::json,
       attachments = i.attachments::json, metadata = i.metadata::json, bytes = i.bytes, updated_at_ms = now_ms(),
       edited_at_ms = case when i.edited then now_ms() else c.edited_at_ms end
     from item i
     where c.api_key_id = $apiKeyId and c.annotation_ref = i.annotation_ref and c.comment_id = i.comment_id
     returning c.comment_id
   ), touched as (
     update annotations a set thread_bytes = a.thread_bytes + t.added_bytes, updated_at_ms = now_ms()
     from (select annotation_ref, sum(added_bytes)::int as added_bytes from item group by 1) t
     where a.api_key_id = $apiKeyId and a.annotation_ref = t.annotation_ref
   ), logged as (${logged()})
   select count(*)::int as changed from changed`,
);

/** Writes changed comments whole, with the records of the changes. Needs their annotations locked. */
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
  `with gone as (
     delete from comments where api_key_id = $apiKeyId and annotation_ref = $annotationRef and comment_id = any($commentIds::text[])
     returning bytes
   ), reactions_gone as (
     delete from reactions where api_key_id = $apiKeyId and annotation_ref = $annotationRef and comment_id = any($commentIds::text[])
     returning bytes
   ), touched as (
     update annotations
     set comment_count = comment_count - (select count(*) from gone), reaction_count = reaction_count - (select count(*) from reactions_gone),
       thread_bytes = thread_bytes - (select coalesce(sum(bytes), 0) from gone) - (select coalesce(sum(bytes), 0) from reactions_gone),
       updated_at_ms = now_ms()
     where api_key_id = $apiKeyId and annotation_ref = $annotationRef
   ), logged as (${logged()})
   select count(*)::int as deleted from gone`,
);

/** Deletes comments of an annotation with their reactions. Needs the annotation locked. */
export async function deleteComments(
  tx: Db,
  scope: DocumentScope,
  annotationRef: number,
  commentIds: readonly string[],
  log: LogParameters,
): Promise<void> {
  await tx.rows(remove, { ...scope, ...log, annotationRef, commentIds });
}
