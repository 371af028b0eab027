import { type Db, statement } from "@parley/database";
import { listOf, nullable, types } from "@parley/database/schema";
import type { LogRecord } from "../activity-log/log-record.ts";
import { logged, recordColumns } from "../activity-log/log-record.ts";
import type { Limits } from "../context.ts";
import { rowById, sortedIds } from "../places/fragments.ts";
import type { DocumentScope } from "../places/scope.ts";
import { annotations, comments } from "../schema.ts";
import type { CommentColumns } from "./comments.store.ts";

/** A comment to be added, with its record. */
export interface NewCommentColumns extends CommentColumns, LogRecord {
  readonly annotation_id: string;
  readonly author_id: string;
  readonly author: string;
  /** null means now. */
  readonly created_at_ms: number | null;
  /** Its number among the new comments of its annotation, from 1. */
  readonly nth: number;
  /** Its bytes together with those of the new comments of its annotation before it. */
  readonly bytes_so_far: number;
}

const itemColumns = {
  ...recordColumns,
  annotation_id: "text",
  comment_id: "text",
  author_id: "text",
  author: "text",
  comment_text: "text",
  html: "text",
  tagged_ids: "text[]",
  tagged_users: "text",
  attachments: "text",
  metadata: "text",
  bytes: "int",
  created_at_ms: "bigint",
  nth: "int",
  bytes_so_far: "int",
} as const satisfies Record<keyof NewCommentColumns, string>;
const typed = Object.entries(itemColumns);

const many = `json_to_recordset($items::json) as i (${typed.map(([name, type]) => `${name} ${type}`).join(", ")})`;
const one = `(select ${typed.map(([name, type]) => `$${name}::${type} as ${name}`).join(", ")}) as i`;

// Every write to a thread locks its annotation first: the statement then reads what the last transaction left, and the comment of a
// repeated request finds the existing one.
const insertFrom = (items: string) => `
  with locked as materialized (
    select a.* from ${sortedIds("$annotationIds")} cross join ${rowById(
      "annotations",
      "i.id",
      "annotation_id, annotation_ref, created_at_ms, assignee_id, comment_count, last_position, thread_bytes",
      "for no key update",
    )} a
  ), added as (
    insert into comments as c (api_key_id, annotation_ref, comment_id, position, author_id, author, comment_text, html, tagged_ids, tagged_users,
      attachments, metadata, bytes, created_at_ms)
    select $apiKeyId, l.annotation_ref, i.comment_id, l.last_position + i.nth, i.author_id, i.author::json, i.comment_text, i.html, i.tagged_ids,
      i.tagged_users::json, i.attachments::json, i.metadata::json, i.bytes, coalesce(i.created_at_ms, now_ms())
    from locked l join ${items} on i.annotation_id = l.annotation_id
    where l.comment_count + i.nth <= $maxComments and l.thread_bytes + i.bytes_so_far <= $maxBytes
    order by i.ordinal
    on conflict (api_key_id, annotation_ref, comment_id) do nothing
    returning c.annotation_ref, c.comment_id, c.position, c.author_id, c.tagged_ids, c.bytes, c.created_at_ms
  ), counted as (
    update annotations a
    set comment_count = a.comment_count + t.comments, last_position = t.last_position, thread_bytes = a.thread_bytes + t.bytes, updated_at_ms = now_ms()
    from (select annotation_ref, count(*)::int as comments, max(position) as last_position, sum(bytes)::int as bytes from added group by 1) t
    where a.api_key_id = $apiKeyId and a.annotation_ref = t.annotation_ref
  ), concerned as (
    insert into comment_users (api_key_id, organization_id, user_id, created_at_ms, annotation_ref, comment_id)
    select $apiKeyId, $organizationId, u.user_id, d.created_at_ms, d.annotation_ref, d.comment_id
    from added d join locked l on l.annotation_ref = d.annotation_ref
    cross join lateral unnest(d.tagged_ids || d.author_id || l.assignee_id) as u (user_id)
    where u.user_id is not null
    on conflict do nothing
  ), involved as (
    insert into annotation_users (api_key_id, organization_id, user_id, document_id, created_at_ms, annotation_ref)
    select $apiKeyId, $organizationId, u.user_id, $documentId, l.created_at_ms, d.annotation_ref
    from added d join locked l on l.annotation_ref = d.annotation_ref
    cross join lateral unnest(d.tagged_ids || d.author_id) as u (user_id)
    on conflict do nothing
  ), logged as (${logged({
    records: items.replace(/ as i\b/, " as r"),
    join: `join locked l on l.annotation_id = r.annotation_id
      join added d on d.annotation_ref = l.annotation_ref and d.comment_id = r.comment_id`,
    actionType: "case when d.position = 1 then 'comment_annotation.add' else r.action_type end",
  })})
  select l.annotation_id, l.comment_count, l.thread_bytes, d.comment_id, d.position from locked l left join added d on d.annotation_ref = l.annotation_ref`;

const insertedRow = {
  annotationId: annotations.annotationId,
  commentCount: annotations.commentCount,
  threadBytes: annotations.threadBytes,
  commentId: nullable(comments.commentId),
  position: nullable(comments.position),
};

const insertMany = statement(
  "activity.comments_insert",
  {
    annotationIds: listOf(types.text),
    apiKeyId: types.text,
    organizationId: types.text,
    documentId: types.text,
    items: types.json,
    maxComments: types.integer,
    maxBytes: types.integer,
    immutable: types.boolean,
  },
  insertedRow,
  insertFrom(many),
);
// One comment at a time is the most frequent write. The same statement with the comment's values as its parameters serves 1.4 times as
// many.
const insertOne = statement(
  "activity.comment_insert",
  {
    annotationIds: listOf(types.text),
    apiKeyId: types.text,
    organizationId: types.text,
    documentId: types.text,
    ordinal: types.integer,
    activity_id: types.text,
    feature_type: types.text,
    action_type: types.text,
    action_user_id: nullable(types.text),
    action_user: nullable(types.text),
    changes: nullable(types.text),
    entity_data: types.text,
    entity_target_data: nullable(types.text),
    template: types.text,
    template_data: nullable(types.text),
    annotation_id: types.text,
    comment_id: types.text,
    author_id: types.text,
    author: types.text,
    comment_text: types.text,
    html: types.text,
    tagged_ids: listOf(types.text),
    tagged_users: types.text,
    attachments: types.text,
    metadata: types.text,
    bytes: types.integer,
    created_at_ms: nullable(types.bigint),
    nth: types.integer,
    bytes_so_far: types.integer,
    maxComments: types.integer,
    maxBytes: types.integer,
    immutable: types.boolean,
  },
  insertedRow,
  insertFrom(one),
);

/**
 * The outcome of a comment: `found` is whether there is such an annotation, `fits` whether there is room in it, `isFirst` whether it is the
 * start of its thread.
 */
export interface InsertedComment {
  readonly found: boolean;
  readonly fits: boolean;
  readonly added: boolean;
  readonly isFirst: boolean;
}

/**
 * Adds comments that do not exist to annotations that do, with their records; the first one of a thread is recorded as its start. Returns
 * the outcome of each, in their order.
 */
export async function insertComments(
  db: Db,
  scope: DocumentScope,
  comments: readonly NewCommentColumns[],
  { immutable, limits }: { immutable: boolean; limits: Limits },
): Promise<InsertedComment[]> {
  const annotationIds = [...new Set(comments.map((comment) => comment.annotation_id))];
  const parameters = { ...scope, annotationIds, maxComments: limits.threadComments, maxBytes: limits.threadBytes, immutable };
  const [only] = comments;
  const rows =
    only !== undefined && comments.length === 1
      ? await db.rows(insertOne, { ...parameters, ...only })
      : await db.rows(insertMany, { ...parameters, items: JSON.stringify(comments) });

  const threads = new Map(rows.map((row) => [row.annotationId, row]));
  const positions = new Map(rows.map(({ annotationId, commentId, position }) => [`${annotationId}\0${commentId}`, position]));
  return comments.map(({ annotation_id, comment_id, nth, bytes_so_far }) => {
    const thread = threads.get(annotation_id);
    if (thread === undefined) return { found: false, fits: false, added: false, isFirst: false };
    const fits = thread.commentCount + nth <= limits.threadComments && thread.threadBytes + bytes_so_far <= limits.threadBytes;
    const position = positions.get(`${annotation_id}\0${comment_id}`);
    return { found: true, fits, added: position !== undefined, isFirst: position === 1 };
  });
}
