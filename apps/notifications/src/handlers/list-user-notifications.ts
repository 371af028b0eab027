import { collectPage } from "../collect-page.ts";
import type { Context, Handler } from "../context.ts";
import { readerOf } from "../reader.ts";
import { selectUserKeys } from "../store/list-keys.ts";
import { selectNotifications } from "../store/notifications.ts";
import { userNotification } from "../wire.ts";

export const listUserNotifications = ({ database, users }: Context): Handler<"listUserNotifications"> => {
  return async (request) => {
    const { apiKeyId, organizationId, userId } = request;
    const user = { apiKeyId, organizationId, userId };
    const reader = await readerOf(users, user);
    const { refs, nextPageToken } = await collectPage(request, {
      order: "asc",
      scan: (slice) => selectUserKeys(database, { ...user, ...slice, isMember: reader.isMember }),
    });
    const rows = await selectNotifications(database, user, refs);
    return { items: rows.map((row) => userNotification(organizationId, row, reader)), nextPageToken };
  };
};
