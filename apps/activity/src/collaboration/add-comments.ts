import type { CollaborationHandler, Context } from "../context.ts";
import { required } from "../places/required.ts";
import { documentOf } from "../places/scope.ts";
import { addComments as add, addedComments } from "../threads/add-comments.ts";
import { commentsBy } from "../threads/comment-content.ts";

export const addComments = (context: Context): CollaborationHandler<"addComments"> => {
  return async (request) => {
    await context.access.requireOpen(request);
    const comments = commentsBy(required(request.actingUser), request.annotationId, request.comments);
    return { results: addedComments(context, comments, await add(context, documentOf(request), comments)) };
  };
};
