import type { Context, Handler } from "../context.ts";
import { deleteAnnotations } from "../threads/delete-annotations.ts";
import { documentOf } from "../threads/scope.ts";

export const deleteCommentAnnotations = (context: Context): Handler<"deleteCommentAnnotations"> => {
  return async (request) => ({ results: await deleteAnnotations(context, documentOf(request), request.annotationIds, request.actionUser) });
};
