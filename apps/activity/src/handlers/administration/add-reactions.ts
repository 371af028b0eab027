import type { Context, Handler } from "../../context.ts";
import { required } from "../../required.ts";
import { documentOf } from "../../scope.ts";
import { addReactions as add } from "../../threads/reactions.ts";

export const addReactions = (context: Context): Handler<"addReactions"> => {
  return async (request) => ({ results: await add(context, documentOf(request), required(request.user), request) });
};
