import type { Context, InboxHandler } from "../context.ts";
import { markForUser } from "./mark-for-user.ts";

export const markUnread = (context: Context): InboxHandler<"markUnread"> => {
  return async (request) => ({ results: await markForUser(context, request, false) });
};
