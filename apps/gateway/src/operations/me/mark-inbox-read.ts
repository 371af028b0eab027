import { InboxService } from "@parley/contracts/notifications";
import * as z from "zod";
import { byId, id, ids, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";
import { texts } from "../texts.ts";

export const markInboxRead = operation({
  path: "/v2/me/inbox/read",
  sdk: "me.markInboxRead",
  auth: "user",
  role: "act",
  reach: { within: "organization", role: "viewer", ofNotifications: true },
  summary: "Mark notifications of the user as read.",
  description:
    "A notification that is not in the user's inbox fails with `not_found`, and so does one of a document that the token does not name.",
  rpc: InboxService.method.markRead,
  request: z.strictObject({ organizationId: id().meta(texts.organizationId), notificationIds: ids().meta(texts.notificationIds) }),
  response: resultsBy("notificationId"),
  message: "Inbox updated.",
  example: {
    request: { organizationId: "acme", notificationIds: ["roadmap-reviewed"] },
    response: { "roadmap-reviewed": { success: true, message: "The notification is marked as read." } },
  },
  toRpc: ({ organizationId, notificationIds }, { apiKeyId, userId }) => ({ apiKeyId, organizationId, userId, notificationIds }),
  fromRpc: ({ results }) => byId(results),
});
