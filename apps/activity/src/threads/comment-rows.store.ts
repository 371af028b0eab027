import { type Db, statement } from "@parley/database";
import type { OrganizationScope } from "./scope.ts";

/** A comment as it is stored; JSON columns are JSON text. */
export interface CommentRow {
  readonly annotationRef: number;
  readonly commentId: string;
  readonly position: number;
  readonly authorId: string;
  readonly author: string;
  readonly commentText: string;
  readonly html: string;
  readonly taggedIds: readonly string[];
  readonly taggedUsers: string;
  readonly attachments: string;
  readonly metadata: string;
  readonly bytes: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly editedAtMs: number | null;
}

const columns = `annotation_ref, comment_id, position, author_id, author, comment_text, html, tagged_ids, tagged_users, attachments, metadata, bytes,
  created_at_ms, updated_at_ms, edited_at_ms`;

const selectOfAnnotations = statement<{ apiKeyId: string; annotationRefs: readonly number[] }, CommentRow>(
  "activity.comments_of_annotations",
  `select ${columns} from comments
   where api_key_id = $apiKeyId and annotation_ref = any($annotationRefs::bigint[])
   order by annotation_ref, created_at_ms, position`,
);

/** The comments of annotations, each annotation's in order. */
export function selectComments(db: Db, apiKeyId: string, annotationRefs: readonly number[]): Promise<CommentRow[]> {
  return db.rows(selectOfAnnotations, { apiKeyId, annotationRefs });
}

const selectNamed = statement<{ apiKeyId: string; annotationRefs: readonly number[]; commentIds: readonly string[] }, CommentRow>(
  "activity.comments_by_id",
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

export interface CommentPeopleRow {
  readonly annotationRef: number;
  readonly commentId: string;
  readonly createdAtMs: number;
  readonly authorId: string;
  readonly taggedIds: readonly string[];
}

const selectPeople = statement<{ apiKeyId: string; annotationRefs: readonly number[] }, CommentPeopleRow>(
  "activity.people_of_annotations",
  `select annotation_ref, comment_id, created_at_ms, author_id, tagged_ids from comments
   where api_key_id = $apiKeyId and annotation_ref = any($annotationRefs::bigint[])`,
);

/** Who wrote and who is tagged in the comments of annotations. */
export function selectCommentPeople(db: Db, apiKeyId: string, annotationRefs: readonly number[]): Promise<CommentPeopleRow[]> {
  return annotationRefs.length === 0 ? Promise.resolve([]) : db.rows(selectPeople, { apiKeyId, annotationRefs });
}

const selectOfUser = statement<
  OrganizationScope & { userId: string; afterMs: number; afterRef: number; afterId: string; limit: number },
  CommentRow & { documentId: string; annotationId: string }
>(
  "activity.comments_of_user",
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

/** The comments that concern a user, behind a comment's key, oldest first; by the primary key of `comment_users`. */
export function selectUserComments(
  db: Db,
  scope: OrganizationScope & { userId: string },
  after: { afterMs: number; afterRef: number; afterId: string },
  limit: number,
) {
  return db.rows(selectOfUser, { ...scope, ...after, limit });
}
