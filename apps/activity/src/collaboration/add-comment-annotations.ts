import { lastOfEach } from "../batches/results.ts";
import type { CollaborationHandler, Context } from "../context.ts";
import { required } from "../places/required.ts";
import { documentOf } from "../places/scope.ts";
import { addAnnotations, annotationIdOf } from "../threads/add-annotations.ts";
import { commentsBy } from "../threads/comment-content.ts";

export const addCommentAnnotations = (context: Context): CollaborationHandler<"addCommentAnnotations"> => {
  return async (request) => {
    const actor = required(request.actingUser);
    await context.access.requireOpen(request);
    const items = request.annotations.map(({ annotation, comments }) => {
      const draft = required(annotation);
      const annotationId = annotationIdOf(draft);
      return { annotationId, draft, comments: commentsBy(actor, annotationId, comments), createdAtMs: undefined };
    });
    const annotations = lastOfEach(items, ({ annotationId }) => annotationId);
    return { results: await addAnnotations(context, documentOf(request), annotations, actor) };
  };
};
