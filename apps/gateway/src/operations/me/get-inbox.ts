import { InboxService } from "@parley/contracts/notifications";
import * as z from "zod";
import { exampleTime } from "../directory/directory-fields.ts";
import { fromJsonText, id, paging, timestampMs } from "../fields.ts";
import { fromNotificationUser, storedNotificationUser } from "../notifications/notification-user.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";

const inboxItem = z
  .object({
    notificationId: z.string().meta({ description: "Id of the notification." }),
    organizationId: z.string().meta(texts.organizationId),
    documentId: z.string().meta(texts.documentId),
    actionUser: storedNotificationUser.meta(texts.actionUser),
    displayHeadlineMessage: z.string().meta({ description: "The headline, with its variables filled in for the user." }),
    displayBodyMessage: z.string().meta({ description: "The text below the headline." }),
    notificationSourceData: z.record(z.string(), z.unknown()).meta({ description: "The source of the notification; free-form." }),
    timestamp: timestampMs().meta(texts.createdAt),
    isRead: z.boolean().meta({ description: "Whether the user has read it." }),
    readAt: timestampMs().nullable().meta({ description: "When the user read it, in milliseconds since the epoch; null if unread." }),
  })
  .meta({ title: "InboxEntry" });

export const getInbox = operation({
  path: "/v2/me/inbox/get",
  sdk: "me.getInbox",
  auth: "user",
  role: "read",
  reach: { within: "documents", role: "viewer" },
  summary: "List the user's inbox, newest first.",
  description: described("Works as `/v2/notifications/get` for the user.", "Without `documentId` the token must name the organization."),
  rpc: InboxService.method.readInbox,
  request: z.strictObject({
    organizationId: id().meta(texts.organizationId),
    documentId: id().optional().meta(texts.documentId),
    ...paging,
  }),
  response: z.array(inboxItem),
  message: "Inbox retrieved.",
  paged: true,
  example: {
    request: { organizationId: "acme", pageSize: 1 },
    response: [
      {
        notificationId: "roadmap-reviewed",
        organizationId: "acme",
        documentId: "roadmap",
        actionUser: { userId: "alice", name: "Alice Adams" },
        displayHeadlineMessage: "Alice Adams reviewed the roadmap for Bob Brown",
        displayBodyMessage: "Two questions are open.",
        notificationSourceData: { questions: 2 },
        timestamp: exampleTime,
        isRead: false,
        readAt: null,
      },
    ],
  },
  toRpc: ({ organizationId, documentId = "", pageSize = 0, pageToken = "" }, { apiKeyId, userId }) => {
    return { apiKeyId, organizationId, userId, documentId, pageSize, pageToken };
  },
  fromRpc: ({ items }, { organizationId }) =>
    items.map(({ notificationId, documentId, actionUser, displayBodyMessage = "", readAtMs, ...item }) => ({
      notificationId,
      organizationId,
      documentId,
      actionUser: shownActor(actionUser === undefined ? { userId: "" } : fromNotificationUser(actionUser)),
      displayHeadlineMessage: item.displayHeadlineMessage,
      displayBodyMessage,
      notificationSourceData: fromJsonText(item.notificationSourceDataJson) as Record<string, unknown>,
      timestamp: Number(item.createdAtMs),
      isRead: readAtMs !== undefined,
      readAt: readAtMs === undefined ? null : Number(readAtMs),
    })),
});

// An actor as other users see them: by name and picture only.
function shownActor({ userId, name, photoUrl }: z.output<typeof storedNotificationUser>): z.output<typeof storedNotificationUser> {
  return { userId, ...(name === undefined ? {} : { name }), ...(typeof photoUrl === "string" ? { photoUrl } : {}) };
}
