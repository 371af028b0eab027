import type { Context } from "../context.ts";
import type { DocumentScope } from "../places/scope.ts";
import { everyAnnotation } from "./reading/annotation-filter.ts";
import { selectAnnotations } from "./reading/annotation-pages.ts";
import { selectCommentPeople } from "./reading/comment-rows.store.ts";

/** Comments of a thread: those that match each list that is not empty. */
export interface OfThread {
  readonly annotationId: string;
  readonly commentIds: readonly string[];
  /** The authors. */
  readonly userIds?: readonly string[];
}

/** The ids of matching comments, and those requested ids that match nothing, which have to be reported. */
export async function matchingComments(
  { database }: Context,
  scope: DocumentScope,
  { annotationId, commentIds, userIds = [] }: OfThread,
): Promise<{ matching: string[]; others: string[] }> {
  const requested = [...new Set(commentIds)];
  // Whether they exist is known once their thread is locked.
  if (requested.length > 0 && userIds.length === 0) return { matching: requested, others: [] };
  const filter = { ...everyAnnotation, documentIds: [scope.documentId], annotationIds: [annotationId] };
  const [thread] = await selectAnnotations(database, scope, filter, { order: "created", behind: undefined, limit: 2, scanRows: 2 });
  const comments = thread === undefined ? [] : await selectCommentPeople(database, scope.apiKeyId, [thread.ref]);
  const matching = comments
    .filter(({ commentId, authorId }) => (requested.length === 0 || requested.includes(commentId)) && isAmong(userIds, authorId))
    .map(({ commentId }) => commentId);
  return { matching, others: requested.filter((id) => !matching.includes(id)) };
}

function isAmong(userIds: readonly string[], authorId: string): boolean {
  return userIds.length === 0 || userIds.includes(authorId);
}
