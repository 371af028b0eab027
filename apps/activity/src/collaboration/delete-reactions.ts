import type { CollaborationHandler, Context } from "../context.ts";
import { required } from "../places/required.ts";
import { documentOf } from "../places/scope.ts";
import { deleteReactions as remove } from "../reactions/reactions.ts";

export const deleteReactions = (context: Context): CollaborationHandler<"deleteReactions"> => {
  return async (request) => {
    await context.access.requireOpen(request);
    return { results: await remove(context, documentOf(request), required(request.actingUser), request) };
  };
};
