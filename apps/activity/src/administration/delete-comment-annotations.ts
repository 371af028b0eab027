import type { Context, Handler } from "../context.ts";
import { documentOf } from "../places/scope.ts";
import { deleteAnnotations } from "../threads/delete-annotations.ts";

export const deleteCommentAnnotations = (context: Context): Handler<"deleteCommentAnnotations"> => {
  return async (request) => ({ results: await deleteAnnotations(context, documentOf(request), request.annotationIds, request.actionUser) });
};
