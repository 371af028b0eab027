import type { Context, Handler } from "../context.ts";
import { documentOf } from "../places/scope.ts";
import { deleteComments as remove } from "../threads/delete-comments.ts";

export const deleteComments = (context: Context): Handler<"deleteComments"> => {
  return async (request) => {
    const { annotationId, commentIds, actionUser: actor } = request;
    return { results: await remove(context, documentOf(request), { annotationId, commentIds, actor }) };
  };
};
