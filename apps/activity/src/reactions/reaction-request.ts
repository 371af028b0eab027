import { failed, type Result } from "@parley/contracts/common";
import { shortened } from "@parley/kernel";
import type { ThreadChange } from "../changes/thread-change.ts";
import type { UserInit } from "../people/user.ts";
import type { DocumentScope } from "../places/scope.ts";
import type { OfComment } from "./reactions.store.ts";

/** A comment, and a user's reactions to it. */
export interface ReactionRequest {
  readonly annotationId: string;
  readonly commentId: string;
  readonly reactions: readonly string[];
}

export function commentOf(
  { apiKeyId, organizationId, documentId }: DocumentScope,
  userId: string,
  { annotationId, commentId, reactions }: ReactionRequest,
): OfComment {
  return { apiKeyId, organizationId, documentId, annotationId, commentId, userId, reactions: [...new Set(reactions)] };
}

/** The changes of adding or removing each reaction. */
export function changesOf(
  { annotationId, commentId, reactions }: OfComment,
  actor: UserInit,
  trigger: "comment.reaction_add" | "comment.reaction_delete",
): ThreadChange[] {
  return reactions.map((reaction) => ({ trigger, annotationId, commentId, reaction, actor }));
}

export function commentMissing({ annotationId, commentId }: OfComment, reaction: string): Result {
  return failed(reaction, "not_found", `The comment ${shortened(commentId)} does not exist in the annotation ${shortened(annotationId)}.`);
}
