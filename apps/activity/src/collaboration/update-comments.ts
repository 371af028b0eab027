import type { CollaborationHandler, Context } from "../context.ts";
import { documentOf } from "../places/scope.ts";
import { updateComments as update } from "../threads/update-comments.ts";

export const updateComments = (context: Context): CollaborationHandler<"updateComments"> => {
  return async (request) => {
    await context.access.requireOpen(request);
    const { annotationId, comments, actingUser: actor } = request;
    return { results: await update(context, documentOf(request), { annotationId, comments, actor }) };
  };
};
