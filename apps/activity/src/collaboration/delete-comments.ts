import type { CollaborationHandler, Context } from "../context.ts";
import { documentOf } from "../places/scope.ts";
import { deleteComments as remove } from "../threads/delete-comments.ts";

export const deleteComments = (context: Context): CollaborationHandler<"deleteComments"> => {
  return async (request) => {
    await context.access.requireOpen(request);
    const { annotationId, commentIds, actingUser: actor } = request;
    return { results: await remove(context, documentOf(request), { annotationId, commentIds, actor }) };
  };
};
