import type { Context, Handler } from "../context.ts";
import { required } from "../places/required.ts";
import { documentOf } from "../places/scope.ts";
import { addReactions as add } from "../reactions/reactions.ts";

export const addReactions = (context: Context): Handler<"addReactions"> => {
  return async (request) => ({ results: await add(context, documentOf(request), required(request.user), request) });
};
