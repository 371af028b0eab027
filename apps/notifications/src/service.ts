import type { ServiceImpl } from "@connectrpc/connect";
import type { InboxService, NotificationsService } from "@parley/contracts/notifications";
import { getNotificationConfig } from "./config/get-notification-config.ts";
import { setNotificationConfig } from "./config/set-notification-config.ts";
import type { Context } from "./context.ts";
import { markRead } from "./inbox/mark-read.ts";
import { markUnread } from "./inbox/mark-unread.ts";
import { readInbox } from "./inbox/read-inbox.ts";
import { addNotification } from "./notifications/add-notification.ts";
import { deleteNotifications } from "./notifications/delete-notifications.ts";
import { getNotifications } from "./notifications/get-notifications.ts";
import { listUserNotifications } from "./notifications/list-user-notifications.ts";
import { updateNotifications } from "./notifications/update-notifications.ts";

/** The whole of both services: an RPC without a handler does not compile. */
export function notificationsHandlers(context: Context): ServiceImpl<typeof NotificationsService> {
  return {
    addNotification: addNotification(context),
    getNotifications: getNotifications(context),
    updateNotifications: updateNotifications(context),
    deleteNotifications: deleteNotifications(context),
    getNotificationConfig: getNotificationConfig(context),
    setNotificationConfig: setNotificationConfig(context),
    listUserNotifications: listUserNotifications(context),
  };
}

export function inboxHandlers(context: Context): ServiceImpl<typeof InboxService> {
  return {
    readInbox: readInbox(context),
    markRead: markRead(context),
    markUnread: markUnread(context),
  };
}
