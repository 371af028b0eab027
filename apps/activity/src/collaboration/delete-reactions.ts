import type { CollaborationHandler, Context } from "../context.ts";
import { deleteReactions as remove } from "../reactions/reactions.ts";
import { required } from "../threads/required.ts";
import { documentOf } from "../threads/scope.ts";

export const deleteReactions = (context: Context): CollaborationHandler<"deleteReactions"> => {
  return async (request) => {
    await context.access.requireOpen(request);
    return { results: await remove(context, documentOf(request), required(request.actingUser), request) };
  };
};
