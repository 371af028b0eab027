import type { Context, InboxHandler } from "../context.ts";
import { readInboxPage } from "./read-inbox-page.ts";
import { inboxItem } from "./wire.ts";

export const readInbox = (context: Context): InboxHandler<"readInbox"> => {
  return async (request) => {
    await context.access.require(request, request.documentId);
    const { reader, rows, nextPageToken } = await readInboxPage(context, request, async (keys) => {
      const entries = await context.access.entries(
        request,
        keys.map(({ documentId }) => documentId),
      );
      return new Set(keys.filter(({ documentId }) => entries.get(documentId) === "open"));
    });
    return { items: rows.map((row) => inboxItem(row, reader)), nextPageToken };
  };
};
