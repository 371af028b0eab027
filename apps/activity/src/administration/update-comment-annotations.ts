import type { Context, Handler } from "../context.ts";
import { documentOf } from "../places/scope.ts";
import { updateAnnotations } from "../threads/update-annotations.ts";

export const updateCommentAnnotations = (context: Context): Handler<"updateCommentAnnotations"> => {
  return async (request) => ({ results: await updateAnnotations(context, documentOf(request), request.annotations, request.actionUser) });
};
