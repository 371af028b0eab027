import { NotificationsService } from "@parley/contracts/notifications";
import * as z from "zod";
import { byId, id, ids, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";
import { texts } from "../texts.ts";

export const deleteNotifications = operation({
  path: "/v2/notifications/delete",
  sdk: "notifications.delete",
  auth: "apiKey",
  role: "act",
  summary: "Delete notifications for everyone.",
  description:
    "Hides the notifications as soon as the request returns. One that does not exist fails with code `not_found`; a deleted id may be used again.",
  rpc: NotificationsService.method.deleteNotifications,
  request: z.strictObject({ organizationId: id().meta(texts.organizationId), notificationIds: ids().meta(texts.notificationIds) }),
  response: resultsBy("notificationId"),
  message: "Notifications deleted.",
  example: {
    request: { organizationId: "acme", notificationIds: ["roadmap-reviewed"] },
    response: { "roadmap-reviewed": { success: true, message: "The notification was deleted." } },
  },
  toRpc: ({ organizationId, notificationIds }, { apiKeyId }) => ({ apiKeyId, organizationId, notificationIds }),
  fromRpc: ({ results }) => byId(results),
});
