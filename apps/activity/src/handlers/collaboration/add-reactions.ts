import type { CollaborationHandler, Context } from "../../context.ts";
import { required } from "../../required.ts";
import { documentOf } from "../../scope.ts";
import { addReactions as add } from "../../threads/reactions.ts";

export const addReactions = (context: Context): CollaborationHandler<"addReactions"> => {
  return async (request) => {
    await context.access.requireOpen(request);
    return { results: await add(context, documentOf(request), required(request.actingUser), request) };
  };
};
