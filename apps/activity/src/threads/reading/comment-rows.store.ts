import { type Db, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import type { OrganizationScope } from "../../places/scope.ts";
import { annotations, comments, commentUsers, reactions } from "../../schema.ts";

const commentRow = {
  annotationRef: comments.annotationRef,
  commentId: comments.commentId,
  position: comments.position,
  authorId: comments.authorId,
  author: comments.author,
  commentText: comments.commentText,
  html: comments.html,
  taggedIds: listOf(types.text),
  taggedUsers: comments.taggedUsers,
  attachments: comments.attachments,
  metadata: comments.metadata,
  bytes: comments.bytes,
  createdAtMs: comments.createdAtMs,
  updatedAtMs: comments.updatedAtMs,
  editedAtMs: comments.editedAtMs,
};

/** A stored comment; JSON columns are JSON text. */
export type CommentRow = ValuesOf<typeof commentRow>;

const columns = `annotation_ref, comment_id, position, author_id, author, comment_text, html, tagged_ids, tagged_users, attachments, metadata, bytes,
  created_at_ms, updated_at_ms, edited_at_ms`;

const selectOfAnnotations = statement(
  "activity.comments_of_annotations",
  { apiKeyId: comments.apiKeyId, annotationRefs: listOf(types.bigint) },
  commentRow,
  `select ${columns} from comments
   where api_key_id = $apiKeyId and annotation_ref = any($annotationRefs::bigint[])
   order by annotation_ref, created_at_ms, position`,
);

/** The comments of annotations, each annotation's in order. */
export function selectComments(db: Db, apiKeyId: string, annotationRefs: readonly number[]): Promise<CommentRow[]> {
  return db.rows(selectOfAnnotations, { apiKeyId, annotationRefs });
}

const selectNamed = statement(
  "activity.comments_by_id",
  { apiKeyId: comments.apiKeyId, annotationRefs: listOf(types.bigint), commentIds: listOf(types.text) },
  commentRow,
  `select ${columns} from comments
   where api_key_id = $apiKeyId
     and (annotation_ref, comment_id) in (select * from unnest($annotationRefs::bigint[], $commentIds::text[]))`,
);

/** The comments named by pairs of annotation and id. */
export function selectCommentsById(
  db: Db,
  apiKeyId: string,
  annotationRefs: readonly number[],
  commentIds: readonly string[],
): Promise<CommentRow[]> {
  return db.rows(selectNamed, { apiKeyId, annotationRefs, commentIds });
}

const commentPeopleRow = {
  annotationRef: comments.annotationRef,
  commentId: comments.commentId,
  createdAtMs: comments.createdAtMs,
  authorId: comments.authorId,
  taggedIds: listOf(types.text),
};

export type CommentPeopleRow = ValuesOf<typeof commentPeopleRow>;

const selectPeople = statement(
  "activity.people_of_annotations",
  { apiKeyId: comments.apiKeyId, annotationRefs: listOf(types.bigint) },
  commentPeopleRow,
  `select annotation_ref, comment_id, created_at_ms, author_id, tagged_ids from comments
   where api_key_id = $apiKeyId and annotation_ref = any($annotationRefs::bigint[])`,
);

/** The authors of the comments of annotations, and the users tagged in them. */
export function selectCommentPeople(db: Db, apiKeyId: string, annotationRefs: readonly number[]): Promise<CommentPeopleRow[]> {
  return annotationRefs.length === 0 ? Promise.resolve([]) : db.rows(selectPeople, { apiKeyId, annotationRefs });
}

const selectOfUser = statement(
  "activity.comments_of_user",
  {
    apiKeyId: annotations.apiKeyId,
    organizationId: annotations.organizationId,
    userId: commentUsers.userId,
    afterMs: types.bigint,
    afterRef: types.bigint,
    afterId: types.text,
    limit: types.bigint,
  },
  {
    documentId: annotations.documentId,
    annotationId: annotations.annotationId,
    ...commentRow,
  },
  `select a.document_id, a.annotation_id, ${columns
    .split(",")
    .map((column) => `c.${column.trim()}`)
    .join(", ")}
   from comment_users u
   join comments c on c.api_key_id = $apiKeyId and c.annotation_ref = u.annotation_ref and c.comment_id = u.comment_id
   join annotations a on a.api_key_id = $apiKeyId and a.annotation_ref = u.annotation_ref
   where u.api_key_id = $apiKeyId and u.organization_id = $organizationId and u.user_id = $userId
     and (u.created_at_ms, u.annotation_ref, u.comment_id) > ($afterMs::bigint, $afterRef::bigint, $afterId::text)
   order by u.created_at_ms, u.annotation_ref, u.comment_id limit $limit`,
);

/** The comments that involve a user, after a comment's key, oldest first; by the primary key of `comment_users`. */
export function selectUserComments(
  db: Db,
  scope: OrganizationScope & { userId: string },
  after: { afterMs: number; afterRef: number; afterId: string },
  limit: number,
) {
  return db.rows(selectOfUser, { ...scope, ...after, limit });
}

const reactionRowColumns = {
  annotationRef: reactions.annotationRef,
  commentId: reactions.commentId,
  userId: reactions.userId,
  reaction: reactions.reaction,
  /** JSON text. */
  reactingUser: reactions.reactingUser,
  createdAtMs: reactions.createdAtMs,
};

export type ReactionRow = ValuesOf<typeof reactionRowColumns>;

const selectReactionsOf = statement(
  "activity.reactions_of_annotations",
  { apiKeyId: reactions.apiKeyId, annotationRefs: listOf(types.bigint) },
  reactionRowColumns,
  `select annotation_ref, comment_id, user_id, reaction, reacting_user, created_at_ms from reactions
   where api_key_id = $apiKeyId and annotation_ref = any($annotationRefs::bigint[])
   order by annotation_ref, created_at_ms, user_id, reaction`,
);

/** The reactions to the comments of annotations, oldest first. */
export function selectReactions(db: Db, apiKeyId: string, annotationRefs: readonly number[]): Promise<ReactionRow[]> {
  return annotationRefs.length === 0 ? Promise.resolve([]) : db.rows(selectReactionsOf, { apiKeyId, annotationRefs });
}

// One range of the primary key per comment.
const selectOfComments = statement(
  "activity.reactions_of_comments",
  { annotationRefs: listOf(types.bigint), commentIds: listOf(types.text), apiKeyId: reactions.apiKeyId },
  reactionRowColumns,
  `select r.annotation_ref, r.comment_id, r.user_id, r.reaction, r.reacting_user, r.created_at_ms
   from unnest($annotationRefs::bigint[], $commentIds::text[]) as i (ref, id)
   cross join lateral (
     select * from reactions where api_key_id = $apiKeyId and annotation_ref = i.ref and comment_id = i.id offset 0) r
   order by r.annotation_ref, r.comment_id, r.created_at_ms, r.user_id, r.reaction`,
);

/** The reactions to these comments, oldest first. */
export function selectCommentReactions(
  db: Db,
  apiKeyId: string,
  comments: readonly { readonly annotationRef: number; readonly commentId: string }[],
): Promise<ReactionRow[]> {
  if (comments.length === 0) return Promise.resolve([]);
  const annotationRefs = comments.map(({ annotationRef }) => annotationRef);
  return db.rows(selectOfComments, { apiKeyId, annotationRefs, commentIds: comments.map(({ commentId }) => commentId) });
}
