import type { Context, InboxHandler } from "../context.ts";
import { markForUser } from "./mark-for-user.ts";

export const markRead = (context: Context): InboxHandler<"markRead"> => {
  return async (request) => ({ results: await markForUser(context, request, true) });
};
