import type { Notification } from "@parley/contracts/notifications";
import * as z from "zod";
import { fromJsonText, timestampMs } from "../fields.ts";
import { fromNotificationUser, storedNotificationUser } from "./notification-user.ts";

const object = () => z.record(z.string(), z.unknown());

/** A notification in a response. */
export const storedNotification = z.object({
  notificationId: z.string(),
  organizationId: z.string(),
  documentId: z.string(),
  actionUser: storedNotificationUser,
  displayHeadlineMessageTemplate: z.string(),
  displayHeadlineMessageTemplateData: object(),
  displayHeadlineMessage: z.string().meta({ description: "The template with its variables filled in, for the owner of the inbox." }),
  displayBodyMessage: z.string(),
  notifyUsers: z.array(storedNotificationUser),
  notifyAll: z.boolean(),
  notificationSourceData: object(),
  createdAt: timestampMs(),
  isRead: z.boolean().optional().meta({ description: "Whether the user has read it; only in a user's inbox, as is `readAt`." }),
  readAt: timestampMs().nullable().optional(),
});

/** `ofUser` says whether it is in a user's inbox, where it is either read or unread. */
export function fromNotification(notification: Notification, ofUser: boolean): z.output<typeof storedNotification> {
  const { actionUser, displayBodyMessage = "", notifyUsers, readAtMs } = notification;
  return {
    notificationId: notification.notificationId,
    organizationId: notification.organizationId,
    documentId: notification.documentId,
    actionUser: actionUser === undefined ? { userId: "" } : fromNotificationUser(actionUser),
    displayHeadlineMessageTemplate: notification.displayHeadlineMessageTemplate,
    displayHeadlineMessageTemplateData: fromJsonText(notification.displayHeadlineMessageTemplateDataJson) as Record<string, unknown>,
    displayHeadlineMessage: notification.displayHeadlineMessage,
    displayBodyMessage,
    notifyUsers: notifyUsers.map(fromNotificationUser),
    notifyAll: notification.notifyAll,
    notificationSourceData: fromJsonText(notification.notificationSourceDataJson) as Record<string, unknown>,
    createdAt: Number(notification.createdAtMs),
    ...(ofUser ? { isRead: readAtMs !== undefined, readAt: readAtMs === undefined ? null : Number(readAtMs) } : {}),
  };
}
