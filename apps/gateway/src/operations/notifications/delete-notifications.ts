import { NotificationsService } from "@parley/contracts/notifications";
import * as z from "zod";
import { needsOneOf, withRules } from "../field-rules.ts";
import { byId, filterIds, id, numericId, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";

export const deleteNotifications = operation({
  path: "/v2/notifications/delete",
  sdk: "notifications.delete",
  auth: "apiKey",
  role: "act",
  summary: "Delete notifications, or take them from an inbox.",
  description: described(
    "Deletes the notifications that match all given fields, for everyone and as soon as the request returns. With `userId`, removes those that name the user from the inbox of this user only; one that then names nobody is deleted.",
    "A notification to all users of the organization cannot be removed from one inbox: it fails with code `failed_precondition`.",
    "The response has an entry for each notification that matches, and for each of `notificationIds`; one that does not exist or does not match fails with code `not_found`. A deleted id may be used again.",
    "If more than 10,000 notifications would have to be examined, nothing is deleted and the request fails with FAILED_PRECONDITION.",
  ),
  rpc: NotificationsService.method.deleteNotifications,
  request: withRules(
    z.strictObject({
      organizationId: id().meta(texts.organizationId),
      documentId: id().optional().meta(texts.documentId),
      locationId: numericId().optional().meta(texts.locationId),
      userId: id().optional().meta(texts.userId),
      notificationIds: filterIds().meta(texts.notificationIds),
    }),
    needsOneOf("notificationIds", "userId", "documentId"),
  ),
  filters: ["notificationIds"],
  response: resultsBy("notificationId"),
  message: "Notifications deleted.",
  example: {
    request: { organizationId: "acme", notificationIds: ["roadmap-reviewed"] },
    response: { "roadmap-reviewed": { success: true, message: "The notification was deleted." } },
  },
  toRpc: ({ organizationId, documentId = "", locationId = "", userId = "", notificationIds = [] }, { apiKeyId }) => {
    return { apiKeyId, organizationId, documentId, locationId, userId, notificationIds };
  },
  fromRpc: ({ results }) => byId(results),
});
