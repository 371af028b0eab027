import type { Notification } from "@parley/contracts/notifications";
import type { Json, JsonObject } from "@parley/kernel";
import * as z from "zod";
import { fromJsonText, timestampMs } from "../fields.ts";
import { texts } from "../texts.ts";
import { storedDetails } from "./notification-details.ts";
import { fromNotificationUser, storedNotificationUser } from "./notification-user.ts";

const object = () => z.record(z.string(), z.unknown());
const userIds = (description: string) => z.record(z.string(), z.literal(true)).meta({ description });

/** A notification in a response. */
export const storedNotification = z.object({
  id: z.string().meta({ description: "Id of the notification." }),
  notificationId: z.string().meta({ description: "The same id." }),
  organizationId: z.string().meta(texts.organizationId),
  documentId: z.string().meta(texts.documentId),
  metadata: z
    .looseObject({
      apiKey: z.string().meta(texts.apiKey),
      organizationId: z.string().meta(texts.organizationId),
      documentId: z.string().meta(texts.documentId),
      locationId: z.string().optional().meta(texts.locationId),
    })
    .meta({ description: "The place of the notification, and your own keys." }),
  actionUser: storedNotificationUser.meta(texts.actionUser),
  displayHeadlineMessageTemplate: z.string().meta({ description: "The headline, with variables in curly brackets." }),
  displayHeadlineMessageTemplateData: object()
    .optional()
    .meta({ description: "The values of the headline's variables, if there are any." }),
  displayHeadlineMessage: z.string().meta({ description: "The template with its variables filled in, for the owner of the inbox." }),
  displayBodyMessage: z.string().meta({ description: "The text below the headline." }),
  notifyUsers: userIds("The ids of the users whom it names."),
  notifyUsersByUserId: userIds("The same ids, for code that expects them here."),
  recipients: z.array(storedNotificationUser).meta({ description: "The users whom it names, as given." }),
  notifyAll: z.boolean().meta({ description: "Notifies all users of the organization." }),
  notificationSource: z
    .string()
    .meta({ description: "The kind of source: as given, else `custom`; `comment` for comments and assignments." }),
  notificationSourceData: object().meta({ description: "The source of the notification; free-form." }),
  ...storedDetails,
  timestamp: timestampMs().meta(texts.createdAt),
  isRead: z.boolean().optional().meta({ description: "Whether the user has read it; only in a user's inbox, as is `readAt`." }),
  readAt: timestampMs()
    .nullable()
    .optional()
    .meta({ description: "When the user read it, in milliseconds since the epoch; null if unread." }),
});

/** `ofUser` says whether it is in a user's inbox, where it is either read or unread. */
export function fromNotification(apiKey: string, notification: Notification, ofUser: boolean): z.output<typeof storedNotification> {
  const { notificationId, organizationId, documentId, actionUser, displayBodyMessage = "", readAtMs } = notification;
  const recipients = notification.notifyUsers.map(fromNotificationUser);
  const values = fromJsonText(notification.displayHeadlineMessageTemplateDataJson) as Record<string, unknown>;
  const source = fromJsonText(notification.notificationSourceDataJson) as JsonObject;
  const { metadata, notificationSource, ...details } = fromJsonText(notification.detailsJson) as JsonObject;
  const locationId = idIn(details.location) ?? idIn(source.location) ?? textOf(source.locationId);
  return {
    ...details,
    id: notificationId,
    notificationId,
    organizationId,
    documentId,
    metadata: {
      ...(isObject(metadata) ? metadata : {}),
      apiKey,
      organizationId,
      documentId,
      ...(locationId === undefined ? {} : { locationId }),
    },
    actionUser: actionUser === undefined ? { userId: "" } : fromNotificationUser(actionUser),
    displayHeadlineMessageTemplate: notification.displayHeadlineMessageTemplate,
    ...(Object.keys(values).length === 0 ? {} : { displayHeadlineMessageTemplateData: values }),
    displayHeadlineMessage: notification.displayHeadlineMessage,
    displayBodyMessage,
    notifyUsers: allOf(recipients),
    notifyUsersByUserId: allOf(recipients),
    recipients,
    notifyAll: notification.notifyAll,
    notificationSource: textOf(notificationSource) ?? (notificationId.startsWith("inbox_") ? "comment" : "custom"),
    notificationSourceData: source,
    timestamp: Number(notification.createdAtMs),
    ...(ofUser ? { isRead: readAtMs !== undefined, readAt: readAtMs === undefined ? null : Number(readAtMs) } : {}),
  };
}

// Ids such as `__proto__` are keys like any other.
function allOf(users: readonly { readonly userId: string }[]): Record<string, true> {
  const entries: Record<string, true> = Object.create(null);
  for (const { userId } of users) entries[userId] = true;
  return entries;
}

function idIn(location: Json | undefined): string | undefined {
  return isObject(location) ? textOf(location.id) : undefined;
}

function textOf(value: Json | undefined): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
