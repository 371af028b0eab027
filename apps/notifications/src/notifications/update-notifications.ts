import type { UpdateNotificationsRequest } from "@parley/contracts/notifications";
import { invalid } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { markResults } from "../inbox/mark-for-user.ts";
import { readerOf } from "../inbox/reader.ts";
import { setRead } from "../inbox/set-read.ts";
import { changeNotifications } from "./change-notifications.ts";

export const updateNotifications = (context: Context): Handler<"updateNotifications"> => {
  return async (request) => {
    const isChange = request.changes.length > 0;
    if (isChange === request.notificationIds.length > 0)
      throw invalid("notification_ids", "Either notification_ids or changes is required.");
    return { results: isChange ? await changeNotifications(context, request) : await mark(context, request) };
  };
};

async function mark(context: Context, request: UpdateNotificationsRequest) {
  const { apiKeyId, organizationId, userId, isRead } = request;
  if (userId === "") throw invalid("user_id", "user_id is required.");
  const notificationIds = [...new Set(request.notificationIds)];
  const { isMember } = await readerOf(context.users, request);
  const marked = await setRead(context, { apiKeyId, organizationId, userId, notificationIds, isMember }, isRead);
  return markResults(notificationIds, marked, isRead, context.limits.readMarks);
}
