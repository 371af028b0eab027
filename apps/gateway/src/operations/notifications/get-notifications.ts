import { NotificationsService } from "@parley/contracts/notifications";
import * as z from "zod";
import { exampleTime } from "../directory/directory-fields.ts";
import { atLeastOne, withRules } from "../field-rules.ts";
import { filterIds, id, numericId, paging } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { fromNotification, storedNotification } from "./notification-fields.ts";

export const getNotifications = operation({
  path: "/v2/notifications/get",
  sdk: "notifications.list",
  auth: "apiKey",
  role: "read",
  summary: "List notifications of a user or document.",
  description: described(
    "With `userId`, returns the user's inbox in the organization; with `documentId` as well, only the notifications of that document. With `documentId` alone, returns all notifications of the document.",
    "An inbox has the notifications that address the user by name, and those to all users of the organization while the user is one, except those that the user's notification settings hide.",
    '`locationId` and `notificationIds` narrow either list. The newest come first; with `order: "asc"` the oldest do.',
    "Headlines are rendered for the reader. They show a user's stored name where the notification has only the id.",
    "While the API key's option `notifyOfComments` is on, an inbox also has comments and assignments. Their ids begin with `inbox_`, and their `notificationSourceData` has `kind` (`tag`, `comment` or `assign`), `annotationId` and, for comments, `commentId`.",
    "Such entries are shown to users of the organization, of the document or of a folder that it is in, while the document is not disabled, and disappear with their comments.",
    "A page has 100 notifications by default. It may have fewer, even none, while `nextPageToken` says that more follow.",
  ),
  rpc: NotificationsService.method.getNotifications,
  request: withRules(
    z.strictObject({
      organizationId: id().meta(texts.organizationId),
      userId: id().optional().meta(texts.userId),
      documentId: id().optional().meta(texts.documentId),
      locationId: numericId().optional().meta(texts.locationId),
      notificationIds: filterIds().meta(texts.notificationIds),
      order: z.enum(["asc", "desc"]).optional().meta({ description: "The order, by time." }),
      ...paging,
    }),
    atLeastOne("userId", "documentId"),
  ),
  response: z.array(storedNotification),
  message: "Notifications retrieved.",
  paged: true,
  filters: ["notificationIds"],
  example: {
    request: { organizationId: "acme", userId: "bob", pageSize: 1 },
    response: [
      {
        id: "roadmap-reviewed",
        notificationId: "roadmap-reviewed",
        organizationId: "acme",
        documentId: "roadmap",
        metadata: { apiKey: "pk_test_7Yc2", organizationId: "acme", documentId: "roadmap" },
        actionUser: { userId: "alice", name: "Alice Adams", email: "alice@acme.example" },
        displayHeadlineMessageTemplate: "{actionUser} reviewed {what} for {recipientUser}",
        displayHeadlineMessageTemplateData: { what: "the roadmap" },
        displayHeadlineMessage: "Alice Adams reviewed the roadmap for Bob Brown",
        displayBodyMessage: "Two questions are open.",
        notifyUsers: { bob: true },
        notifyUsersByUserId: { bob: true },
        recipients: [{ userId: "bob", name: "Bob Brown", email: "bob@acme.example" }],
        notifyAll: false,
        notificationSource: "custom",
        notificationSourceData: { questions: 2 },
        timestamp: exampleTime,
        isRead: false,
        readAt: null,
      },
    ],
  },
  toRpc: (data, { apiKeyId }) => {
    const { organizationId, userId = "", documentId = "", locationId = "", notificationIds = [], pageSize = 0, pageToken = "" } = data;
    const wanted = { organizationId, userId, documentId, locationId, notificationIds, oldestFirst: data.order === "asc" };
    return { apiKeyId, ...wanted, pageSize, pageToken };
  },
  fromRpc: ({ notifications }, { userId }, { apiKeyId }) =>
    notifications.map((notification) => fromNotification(apiKeyId, notification, userId !== undefined)),
});
