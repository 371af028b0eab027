import { type Db, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { reactions } from "../../schema.ts";

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

const selectOfAnnotations = statement(
  "activity.reactions_of_annotations",
  { apiKeyId: reactions.apiKeyId, annotationRefs: listOf(types.bigint) },
  reactionRowColumns,
  `select annotation_ref, comment_id, user_id, reaction, reacting_user, created_at_ms from reactions
   where api_key_id = $apiKeyId and annotation_ref = any($annotationRefs::bigint[])
   order by annotation_ref, created_at_ms, user_id, reaction`,
);

/** The reactions to the comments of annotations, oldest first. */
export function selectReactions(db: Db, apiKeyId: string, annotationRefs: readonly number[]): Promise<ReactionRow[]> {
  return annotationRefs.length === 0 ? Promise.resolve([]) : db.rows(selectOfAnnotations, { apiKeyId, annotationRefs });
}

// One range of the primary key a comment.
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
