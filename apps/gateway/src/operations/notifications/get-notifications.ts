import { NotificationsService } from "@parley/contracts/notifications";
import * as z from "zod";
import { exampleTime } from "../directory/directory-fields.ts";
import { atLeastOne, withRules } from "../field-rules.ts";
import { id, paging } from "../fields.ts";
import { operation } from "../operation.ts";
import { fromNotification, storedNotification } from "./notification-fields.ts";

export const getNotifications = operation({
  path: "/v2/notifications/get",
  sdk: "notifications.list",
  auth: "apiKey",
  role: "read",
  summary: "Read the inbox of a user, or the notifications of a document, newest first.",
  description: [
    "With `userId`, returns that user's inbox in the organization: notifications that address the user by name, and those to all users of the organization while the user is one, except those that the user's notification config hides. Headlines are rendered for the user; they name whoever acted by the stored name when the notification has the id alone. With `documentId` as well, only those of the document. With `documentId` alone, all notifications of the document.",
    "While the API key's option `notifyOfComments` is on, comments and assignments are there too: their ids begin with `inbox_`, their `notificationSourceData` has `kind` (`tag`, `comment` or `assign`), `annotationId` and, for comments, `commentId`. They are shown to users of the organization while the document is not disabled, and go with their comments.",
    "A page has 100 notifications when `pageSize` is absent. It may have fewer than asked for, even none, while `nextPageToken` says that more follow.",
  ].join("\n\n"),
  rpc: NotificationsService.method.getNotifications,
  request: withRules(
    z.strictObject({ organizationId: id(), userId: id().optional(), documentId: id().optional(), ...paging }),
    atLeastOne("userId", "documentId"),
  ),
  response: z.array(storedNotification),
  message: "Notifications retrieved.",
  paged: true,
  example: {
    request: { organizationId: "acme", userId: "bob", pageSize: 1 },
    response: [
      {
        notificationId: "roadmap-reviewed",
        organizationId: "acme",
        documentId: "roadmap",
        actionUser: { userId: "alice", name: "Alice Adams", email: "alice@acme.example" },
        displayHeadlineMessageTemplate: "{actionUser} reviewed {what} for {recipientUser}",
        displayHeadlineMessageTemplateData: { what: "the roadmap" },
        displayHeadlineMessage: "Alice Adams reviewed the roadmap for Bob Brown",
        displayBodyMessage: "Two questions are open.",
        notifyUsers: [{ userId: "bob", name: "Bob Brown", email: "bob@acme.example" }],
        notifyAll: false,
        notificationSourceData: { questions: 2 },
        createdAt: exampleTime,
        isRead: false,
        readAt: null,
      },
    ],
  },
  toRpc: ({ organizationId, userId = "", documentId = "", pageSize = 0, pageToken = "" }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    userId,
    documentId,
    pageSize,
    pageToken,
  }),
  fromRpc: ({ notifications }, { userId }) => notifications.map((notification) => fromNotification(notification, userId !== undefined)),
});
