import type { Context, Handler } from "../context.ts";
import { addReactions as add } from "../reactions/reactions.ts";
import { required } from "../threads/required.ts";
import { documentOf } from "../threads/scope.ts";

export const addReactions = (context: Context): Handler<"addReactions"> => {
  return async (request) => ({ results: await add(context, documentOf(request), required(request.user), request) });
};
