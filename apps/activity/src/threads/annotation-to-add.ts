import type { CommentAnnotationDraft, NewCommentAnnotation, StartedCommentAnnotation, User } from "@parley/contracts/activity";
import { deterministicId } from "@parley/kernel";
import { lastOfEach } from "../batches/results.ts";
import { required } from "../places/scope.ts";
import { type CommentToAdd, commentsBy, commentsOf } from "./comment-content.ts";

/** An annotation of a request, with its given or generated id. */
export interface AnnotationToAdd {
  readonly annotationId: string;
  readonly draft: CommentAnnotationDraft;
  readonly comments: readonly CommentToAdd[];
  /** Absent means the current time. */
  readonly createdAtMs: bigint | undefined;
  readonly updatedAtMs?: bigint | undefined;
}

/** Annotations added by the customer's server, each comment with its own author. */
export function annotationsOf(annotations: readonly NewCommentAnnotation[]): AnnotationToAdd[] {
  return eachOnce(
    annotations.map(({ annotation, comments, createdAtMs, updatedAtMs }) => {
      const { annotationId, draft } = withId(annotation);
      return { annotationId, draft, comments: commentsOf(annotationId, comments), createdAtMs, updatedAtMs };
    }),
  );
}

/** Annotations added by a user, with their first comments. */
export function annotationsBy(author: User, annotations: readonly StartedCommentAnnotation[]): AnnotationToAdd[] {
  return eachOnce(
    annotations.map(({ annotation, comments }) => {
      const { annotationId, draft } = withId(annotation);
      return { annotationId, draft, comments: commentsBy(author, annotationId, comments), createdAtMs: undefined };
    }),
  );
}

function withId(annotation: CommentAnnotationDraft | undefined) {
  const draft = required(annotation);
  return { annotationId: draft.annotationId || deterministicId("ann"), draft };
}

function eachOnce(annotations: readonly AnnotationToAdd[]): AnnotationToAdd[] {
  return lastOfEach(annotations, ({ annotationId }) => annotationId);
}
