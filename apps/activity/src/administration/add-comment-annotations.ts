import { lastOfEach } from "../batches/results.ts";
import type { Context, Handler } from "../context.ts";
import { documentMissing } from "../places/documents.ts";
import { required } from "../places/required.ts";
import { documentOf } from "../places/scope.ts";
import { addAnnotations, annotationIdOf } from "../threads/add-annotations.ts";
import { commentsOf } from "../threads/comment-content.ts";

export const addCommentAnnotations = (context: Context): Handler<"addCommentAnnotations"> => {
  return async (request) => {
    const scope = documentOf(request);
    const items = request.annotations.map(({ annotation, comments, createdAtMs }) => {
      const draft = required(annotation);
      const annotationId = annotationIdOf(draft);
      return { annotationId, draft, comments: commentsOf(annotationId, comments), createdAtMs };
    });
    const annotations = lastOfEach(items, ({ annotationId }) => annotationId);
    const existing = await context.documents.existing(scope, [scope.documentId]);
    if (existing.size === 0)
      return { results: annotations.map(({ annotationId }) => ({ result: documentMissing(annotationId, scope), commentIds: [] })) };
    return { results: await addAnnotations(context, scope, annotations, request.actionUser) };
  };
};
