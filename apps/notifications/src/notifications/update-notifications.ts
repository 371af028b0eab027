import type { Context, Handler } from "../context.ts";
import { setRead } from "../inbox/read-marks.store.ts";
import { readerOf } from "../inbox/reader.ts";
import { markResults } from "./rows/results.ts";

export const updateNotifications = ({ database, users }: Context): Handler<"updateNotifications"> => {
  return async (request) => {
    const { apiKeyId, organizationId, userId, isRead } = request;
    const notificationIds = [...new Set(request.notificationIds)];
    const { isMember } = await readerOf(users, request);
    const marked = await setRead(database, { apiKeyId, organizationId, userId, notificationIds, isMember }, isRead);
    return { results: markResults(notificationIds, marked, isRead) };
  };
};
