import type { CollaborationHandler, Context } from "../context.ts";
import { documentOf } from "../places/scope.ts";
import { updateAnnotations } from "../threads/update-annotations.ts";

export const updateCommentAnnotations = (context: Context): CollaborationHandler<"updateCommentAnnotations"> => {
  return async (request) => {
    await context.access.requireOpen(request);
    return { results: await updateAnnotations(context, documentOf(request), request.annotations, request.actingUser) };
  };
};
