import { type Db, sql, statement } from "@parley/database";
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
  details: comments.details,
  bytes: comments.bytes,
  createdAtMs: comments.createdAtMs,
  updatedAtMs: comments.updatedAtMs,
  editedAtMs: comments.editedAtMs,
  storedAtMs: comments.storedAtMs,
};

/** A stored comment. JSON columns are JSON text. */
export type CommentRow = ValuesOf<typeof commentRow>;

const columns = (Object.keys(commentRow) as (keyof CommentRow)[]).map((name) => comments[name]);

const selectOfAnnotations = statement(
  "activity.comments_of_annotations",
  { apiKeyId: comments.apiKeyId, annotationRefs: listOf(types.bigint) },
  commentRow,
  sql`select ${columns} from ${comments}
   where ${comments.apiKeyId} = $apiKeyId and ${comments.annotationRef} = any($annotationRefs::bigint[])
   order by ${comments.annotationRef}, ${comments.createdAtMs}, ${comments.position}`,
);

/** The comments of annotations, those of each annotation in order. */
export function selectComments(db: Db, apiKeyId: string, annotationRefs: readonly number[]): Promise<CommentRow[]> {
  return db.rows(selectOfAnnotations, { apiKeyId, annotationRefs });
}

const selectNamed = statement(
  "activity.comments_by_id",
  { apiKeyId: comments.apiKeyId, annotationRefs: listOf(types.bigint), commentIds: listOf(types.text) },
  commentRow,
  sql`select ${columns} from ${comments}
   where ${comments.apiKeyId} = $apiKeyId
     and (${comments.annotationRef}, ${comments.commentId}) in (select * from unnest($annotationRefs::bigint[], $commentIds::text[]))`,
);

/** Comments by annotation and id. */
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
  sql`select ${comments.annotationRef}, ${comments.commentId}, ${comments.createdAtMs}, ${comments.authorId}, ${comments.taggedIds}
   from ${comments}
   where ${comments.apiKeyId} = $apiKeyId and ${comments.annotationRef} = any($annotationRefs::bigint[])`,
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
  sql`select a.${annotations.documentId}, a.${annotations.annotationId}, ${columns.map((column) => sql`c.${column}`)}
   from ${commentUsers} u
   join ${comments} c on c.${comments.apiKeyId} = $apiKeyId and c.${comments.annotationRef} = u.${commentUsers.annotationRef}
     and c.${comments.commentId} = u.${commentUsers.commentId}
   join ${annotations} a on a.${annotations.apiKeyId} = $apiKeyId and a.${annotations.annotationRef} = u.${commentUsers.annotationRef}
   where u.${commentUsers.apiKeyId} = $apiKeyId and u.${commentUsers.organizationId} = $organizationId
     and u.${commentUsers.userId} = $userId
     and (u.${commentUsers.createdAtMs}, u.${commentUsers.annotationRef}, u.${commentUsers.commentId}) >
       ($afterMs::bigint, $afterRef::bigint, $afterId::text)
   order by u.${commentUsers.createdAtMs}, u.${commentUsers.annotationRef}, u.${commentUsers.commentId} limit $limit`,
);

/** The comments that involve a user, behind a comment's key, oldest first. Uses the primary key of `comment_users`. */
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
  sql`select ${reactions.annotationRef}, ${reactions.commentId}, ${reactions.userId}, ${reactions.reaction}, ${reactions.reactingUser},
    ${reactions.createdAtMs} from ${reactions}
   where ${reactions.apiKeyId} = $apiKeyId and ${reactions.annotationRef} = any($annotationRefs::bigint[])
   order by ${reactions.annotationRef}, ${reactions.createdAtMs}, ${reactions.userId}, ${reactions.reaction}`,
);

/** The reactions to the comments of annotations, oldest first. */
export function selectReactions(db: Db, apiKeyId: string, annotationRefs: readonly number[]): Promise<ReactionRow[]> {
  return annotationRefs.length === 0 ? Promise.resolve([]) : db.rows(selectReactionsOf, { apiKeyId, annotationRefs });
}

// Reads one range of the primary key for each comment.
const selectOfComments = statement(
  "activity.reactions_of_comments",
  { annotationRefs: listOf(types.bigint), commentIds: listOf(types.text), apiKeyId: reactions.apiKeyId },
  reactionRowColumns,
  sql`select r.${reactions.annotationRef}, r.${reactions.commentId}, r.${reactions.userId}, r.${reactions.reaction},
    r.${reactions.reactingUser}, r.${reactions.createdAtMs}
   from unnest($annotationRefs::bigint[], $commentIds::text[]) as i (ref, id)
   cross join lateral (
     select * from ${reactions} where ${reactions.apiKeyId} = $apiKeyId and ${reactions.annotationRef} = i.ref
       and ${reactions.commentId} = i.id offset 0) r
   order by r.${reactions.annotationRef}, r.${reactions.commentId}, r.${reactions.createdAtMs}, r.${reactions.userId},
     r.${reactions.reaction}`,
);

/** The reactions to the given comments, oldest first. */
export function selectCommentReactions(
  db: Db,
  apiKeyId: string,
  comments: readonly { readonly annotationRef: number; readonly commentId: string }[],
): Promise<ReactionRow[]> {
  if (comments.length === 0) return Promise.resolve([]);
  const annotationRefs = comments.map(({ annotationRef }) => annotationRef);
  return db.rows(selectOfComments, { apiKeyId, annotationRefs, commentIds: comments.map(({ commentId }) => commentId) });
}
