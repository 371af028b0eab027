import type { Context, Handler } from "../context.ts";
import { markResults } from "../inbox/mark-for-user.ts";
import { readerOf } from "../inbox/reader.ts";
import { setRead } from "../inbox/set-read.ts";

export const updateNotifications = (context: Context): Handler<"updateNotifications"> => {
  return async (request) => {
    const { apiKeyId, organizationId, userId, isRead } = request;
    const notificationIds = [...new Set(request.notificationIds)];
    const { isMember } = await readerOf(context.users, request);
    const marked = await setRead(context, { apiKeyId, organizationId, userId, notificationIds, isMember }, isRead);
    return { results: markResults(notificationIds, marked, isRead, context.limits.readMarks) };
  };
};
