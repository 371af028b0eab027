import type { ServiceImpl } from "@connectrpc/connect";
import type { InboxService, NotificationsService } from "@parley/contracts/notifications";
import type { Context } from "../context.ts";
import { addNotification } from "./add-notification.ts";
import { deleteNotifications } from "./delete-notifications.ts";
import { getNotificationConfig } from "./get-notification-config.ts";
import { getNotifications } from "./get-notifications.ts";
import { listUserNotifications } from "./list-user-notifications.ts";
import { markRead } from "./mark-read.ts";
import { markUnread } from "./mark-unread.ts";
import { readInbox } from "./read-inbox.ts";
import { setNotificationConfig } from "./set-notification-config.ts";
import { updateNotifications } from "./update-notifications.ts";

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
