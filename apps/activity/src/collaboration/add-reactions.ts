import type { CollaborationHandler, Context } from "../context.ts";
import { required } from "../places/required.ts";
import { documentOf } from "../places/scope.ts";
import { addReactions as add } from "../reactions/reactions.ts";

export const addReactions = (context: Context): CollaborationHandler<"addReactions"> => {
  return async (request) => {
    await context.access.requireOpen(request);
    return { results: await add(context, documentOf(request), required(request.actingUser), request) };
  };
};
