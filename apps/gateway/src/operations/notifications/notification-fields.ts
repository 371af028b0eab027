import type { Notification } from "@parley/contracts/notifications";
import * as z from "zod";
import { fromJsonText, timestampMs } from "../fields.ts";
import { texts } from "../texts.ts";
import { fromNotificationUser, storedNotificationUser } from "./notification-user.ts";

const object = () => z.record(z.string(), z.unknown());

/** A notification in a response. */
export const storedNotification = z.object({
  notificationId: z.string().meta({ description: "Id of the notification." }),
  organizationId: z.string().meta(texts.organizationId),
  documentId: z.string().meta(texts.documentId),
  actionUser: storedNotificationUser.meta(texts.actionUser),
  displayHeadlineMessageTemplate: z.string().meta({ description: "The headline, with variables in curly brackets." }),
  displayHeadlineMessageTemplateData: object().meta({ description: "The values of the headline's variables." }),
  displayHeadlineMessage: z.string().meta({ description: "The template with its variables filled in, for the owner of the inbox." }),
  displayBodyMessage: z.string().meta({ description: "The text below the headline." }),
  notifyUsers: z.array(storedNotificationUser).meta({ description: "The users to notify." }),
  notifyAll: z.boolean().meta({ description: "Notifies all users of the organization." }),
  notificationSourceData: object().meta({ description: "The source of the notification; free-form." }),
  createdAt: timestampMs().meta(texts.createdAt),
  isRead: z.boolean().optional().meta({ description: "Whether the user has read it; only in a user's inbox, as is `readAt`." }),
  readAt: timestampMs()
    .nullable()
    .optional()
    .meta({ description: "When the user read it, in milliseconds since the epoch; null if unread." }),
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
