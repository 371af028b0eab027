import type { Context, Handler } from "../context.ts";
import { selectUserKeys } from "../inbox/list-keys.store.ts";
import { readerOf } from "../inbox/reader.ts";
import { storedActorsOf } from "../inbox/stored-actors.ts";
import { userNotification } from "../inbox/wire.ts";
import { collectPage } from "../streams/collect-page.ts";
import { selectNotifications } from "./rows/notifications.store.ts";

export const listUserNotifications = ({ database, users, storedUsers }: Context): Handler<"listUserNotifications"> => {
  return async (request) => {
    const { apiKeyId, organizationId, userId } = request;
    const user = { apiKeyId, organizationId, userId };
    const reader = await readerOf(users, user);
    const { refs, nextPageToken } = await collectPage(request, {
      order: "asc",
      scan: (slice) => selectUserKeys(database, { ...user, ...slice, isMember: reader.isMember }),
    });
    const rows = await selectNotifications(database, user, refs);
    const people = { reader, actors: await storedActorsOf(storedUsers, apiKeyId, rows) };
    return { items: rows.map((row) => userNotification(organizationId, row, people)), nextPageToken };
  };
};
