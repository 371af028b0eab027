import { NotificationsService } from "@parley/contracts/notifications";
import * as z from "zod";
import { exactlyOne, excludes, needs, together, withRules } from "../field-rules.ts";
import { batchOf, byId, id, ids, limits, longText, numericId, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { notificationDetails, persistReadForUsers, storedObject, toDetailsJson } from "./notification-details.ts";
import { notificationUser, toNotificationUser } from "./notification-user.ts";

/** The change of one notification: absent fields keep their values. */
const notificationChange = () =>
  z
    .strictObject({
      id: id().meta({ description: "Id of the notification." }),
      actionUser: notificationUser().optional().meta(texts.actionUser),
      displayHeadlineMessageTemplate: z
        .string()
        .min(1)
        .max(10_000)
        .optional()
        .meta({ description: "The headline, with variables in curly brackets." }),
      displayHeadlineMessageTemplateData: storedObject("The values of the headline's variables. "),
      displayBodyMessage: longText().optional().meta({ description: "The text below the headline." }),
      notifyUsers: z.array(notificationUser()).max(limits.items).optional().meta({
        description: "Replaces the users whom it names. Users who are no longer named lose it; those named again keep their read marks.",
      }),
      notificationSourceData: storedObject("The source of the notification; free-form. "),
      ...notificationDetails(),
      readByUserIds: z
        .array(id())
        .max(100)
        .optional()
        .meta({ description: "Marks it as read by these users, as far as it is addressed to them." }),
      persistReadForUsers: persistReadForUsers(),
    })
    .meta({ title: "NotificationChange", description: "Absent fields keep their values; null removes a value." });

export const updateNotifications = operation({
  path: "/v2/notifications/update",
  sdk: "notifications.update",
  auth: "apiKey",
  role: "act",
  summary: "Change notifications, or mark them read.",
  description: described(
    "With `notifications`, changes what they say and whom they name, for everybody; all or none are changed. With `notificationIds`, changes only the read state of `userId`.",
    "`documentId`, `locationId` and, with `notifications`, `userId` narrow what is changed: a notification elsewhere, or one that is not addressed to the user, fails with code `not_found`, as does one that does not exist.",
    "A new `displayBodyMessageTemplate` replaces a `displayBodyMessage` that was given before. The time of a notification stays.",
    "`verifyUserPermissions` leaves out users in `notifyUsers` who may not enter the document.",
    "Marking again keeps the time of the first reading.",
  ),
  rpc: NotificationsService.method.updateNotifications,
  request: withRules(
    z.strictObject({
      organizationId: id().meta(texts.organizationId),
      documentId: id().optional().meta(texts.documentId),
      locationId: numericId().optional().meta(texts.locationId),
      userId: id().optional().meta(texts.userId),
      notifications: batchOf(notificationChange()).optional().meta({ description: "The changes; of several for one id, the last counts." }),
      notificationIds: ids().optional().meta(texts.notificationIds),
      isRead: z.boolean().optional().meta({ description: "Whether the user has read them." }),
      verifyUserPermissions: z.boolean().optional().meta({ description: "Whether only users who may enter the document are notified." }),
    }),
    exactlyOne("notifications", "notificationIds"),
    together("notificationIds", "isRead"),
    needs("notificationIds", "userId"),
    excludes("notificationIds", ["documentId", "locationId", "verifyUserPermissions"]),
  ),
  response: resultsBy("notificationId"),
  message: "Notifications updated.",
  example: {
    request: { organizationId: "acme", userId: "bob", notificationIds: ["roadmap-reviewed"], isRead: true },
    response: { "roadmap-reviewed": { success: true, message: "The notification is marked as read." } },
  },
  toRpc: (data, { apiKeyId }) => ({
    apiKeyId,
    organizationId: data.organizationId,
    documentId: data.documentId ?? "",
    locationId: data.locationId ?? "",
    userId: data.userId ?? "",
    notificationIds: data.notificationIds ?? [],
    isRead: data.isRead ?? false,
    changes: (data.notifications ?? []).map(toChange),
    verifyUserPermissions: data.verifyUserPermissions ?? false,
  }),
  fromRpc: ({ results }) => byId(results),
});

function toChange(item: z.output<ReturnType<typeof notificationChange>>) {
  const { displayHeadlineMessageTemplate, displayHeadlineMessageTemplateData: data, displayBodyMessage, notificationSourceData } = item;
  return {
    notificationId: item.id,
    ...(item.actionUser === undefined ? {} : { actionUser: toNotificationUser(item.actionUser) }),
    ...(displayHeadlineMessageTemplate === undefined ? {} : { displayHeadlineMessageTemplate }),
    ...(data === undefined ? {} : { displayHeadlineMessageTemplateDataJson: JSON.stringify(data) }),
    ...(displayBodyMessage === undefined ? {} : { displayBodyMessage }),
    ...(item.notifyUsers === undefined ? {} : { notifyUsers: { users: item.notifyUsers.map(toNotificationUser) } }),
    ...(notificationSourceData === undefined ? {} : { notificationSourceDataJson: JSON.stringify(notificationSourceData) }),
    detailsJson: toDetailsJson(item),
    readByUserIds: item.readByUserIds ?? [],
  };
}
