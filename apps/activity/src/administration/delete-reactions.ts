import type { Context, Handler } from "../context.ts";
import { documentOf } from "../places/scope.ts";
import { deleteReactions as remove } from "../reactions/reactions.ts";

export const deleteReactions = (context: Context): Handler<"deleteReactions"> => {
  return async (request) => ({ results: await remove(context, documentOf(request), { userId: request.userId }, request) });
};
