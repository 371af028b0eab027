import type { Operation } from "../operation.ts";
import { addNotification } from "./add-notification.ts";
import { deleteNotifications } from "./delete-notifications.ts";
import { getNotificationConfig } from "./get-notification-config.ts";
import { getNotifications } from "./get-notifications.ts";
import { setNotificationConfig } from "./set-notification-config.ts";
import { updateNotifications } from "./update-notifications.ts";

// The order lets the examples be sent one after another.
export const notificationsOperations: readonly Operation[] = [
  addNotification,
  getNotifications,
  updateNotifications,
  deleteNotifications,
  setNotificationConfig,
  getNotificationConfig,
];
