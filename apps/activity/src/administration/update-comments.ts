import type { Context, Handler } from "../context.ts";
import { documentOf } from "../places/scope.ts";
import { updateComments as update } from "../threads/update-comments.ts";

export const updateComments = (context: Context): Handler<"updateComments"> => {
  return async (request) => {
    const { annotationId, comments, actionUser: actor } = request;
    return { results: await update(context, documentOf(request), { annotationId, comments, actor }) };
  };
};
