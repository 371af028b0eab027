import type { Context, InboxHandler } from "../context.ts";
import { selectAddressed } from "./read-marks.store.ts";
import { readerOf } from "./reader.ts";

export const findInboxDocuments = ({ access, database, users }: Context): InboxHandler<"findInboxDocuments"> => {
  return async (request) => {
    const { apiKeyId, organizationId, userId } = request;
    await access.requireOpen({ apiKeyId, organizationId, documentId: "" });
    const { isMember } = await readerOf(users, request);
    const notificationIds = [...new Set(request.notificationIds)];
    const rows = await selectAddressed(database, { apiKeyId, organizationId, userId, isMember, notificationIds });
    return { documentIds: [...new Set(rows.map(({ documentId }) => documentId))] };
  };
};
