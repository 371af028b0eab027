import { NotificationsService } from "@parley/contracts/notifications";
import * as z from "zod";
import { byId, id, ids, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";
import { texts } from "../texts.ts";

export const updateNotifications = operation({
  path: "/v2/notifications/update",
  sdk: "notifications.update",
  auth: "apiKey",
  role: "act",
  summary: "Mark a user's notifications read or unread.",
  description:
    "Changes the read state of one user only. Marking again keeps the time of the first reading. A notification that does not exist or is not addressed to the user fails with code `not_found`.",
  rpc: NotificationsService.method.updateNotifications,
  request: z.strictObject({
    organizationId: id().meta(texts.organizationId),
    userId: id().meta(texts.userId),
    notificationIds: ids().meta(texts.notificationIds),
    isRead: z.boolean().meta({ description: "Whether the user has read it." }),
  }),
  response: resultsBy("notificationId"),
  message: "Notifications updated.",
  example: {
    request: { organizationId: "acme", userId: "bob", notificationIds: ["roadmap-reviewed"], isRead: true },
    response: { "roadmap-reviewed": { success: true, message: "The notification is marked as read." } },
  },
  toRpc: ({ organizationId, userId, notificationIds, isRead }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    userId,
    notificationIds,
    isRead,
  }),
  fromRpc: ({ results }) => byId(results),
});
