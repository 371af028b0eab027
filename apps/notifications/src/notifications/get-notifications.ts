import type { GetNotificationsRequest } from "@parley/contracts/notifications";
import { invalid } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { selectDocumentKeys } from "../inbox/list-keys.store.ts";
import { selectNamedKeys } from "../inbox/named-keys.store.ts";
import { readInboxPage } from "../inbox/read-inbox-page.ts";
import { storedActorsOf } from "../inbox/stored-actors.ts";
import { notificationMessage } from "../inbox/wire.ts";
import { collectPage } from "../streams/collect-page.ts";
import { selectNotifications } from "./rows/notifications.store.ts";

export const getNotifications = (context: Context): Handler<"getNotifications"> => {
  return async (request) => {
    const { organizationId, userId, documentId } = request;
    if (userId === "" && documentId === "") throw invalid("user_id", "user_id or document_id is required.");
    if (userId === "") return ofDocument(context, request);
    const { people, rows, nextPageToken } = await readInboxPage(context, request);
    return { notifications: rows.map((row) => notificationMessage(organizationId, row, people)), nextPageToken };
  };
};

async function ofDocument({ database, storedUsers }: Context, request: GetNotificationsRequest) {
  const { apiKeyId, organizationId, documentId, locationId, notificationIds } = request;
  const wanted = { apiKeyId, organizationId, documentId, locationId };
  const order = request.oldestFirst ? "asc" : "desc";
  const { refs, nextPageToken } = await collectPage(request, {
    order,
    scan: (slice) =>
      notificationIds.length > 0
        ? selectNamedKeys(database, { ...wanted, userId: "", isMember: false, notificationIds, ...slice }, order)
        : selectDocumentKeys(database, { ...wanted, ...slice }, order),
  });
  const rows = await selectNotifications(database, { apiKeyId, organizationId, userId: "" }, refs);
  const people = { reader: undefined, actors: await storedActorsOf(storedUsers, apiKeyId, rows) };
  return { notifications: rows.map((row) => notificationMessage(organizationId, row, people)), nextPageToken };
}
