import type { CollaborationHandler, Context } from "../context.ts";
import { documentOf } from "../places/scope.ts";
import { deleteAnnotations } from "../threads/delete-annotations.ts";

export const deleteCommentAnnotations = (context: Context): CollaborationHandler<"deleteCommentAnnotations"> => {
  return async (request) => {
    await context.access.requireOpen(request);
    return { results: await deleteAnnotations(context, documentOf(request), request.annotationIds, request.actingUser) };
  };
};
