import type { Context, Handler } from "../context.ts";
import { documentOf } from "../places/scope.ts";
import { addComments as add, addedComments } from "../threads/add-comments.ts";
import { commentsOf } from "../threads/comment-content.ts";

export const addComments = (context: Context): Handler<"addComments"> => {
  return async (request) => {
    const comments = commentsOf(request.annotationId, request.comments);
    return { results: addedComments(context, comments, await add(context, documentOf(request), comments)) };
  };
};
