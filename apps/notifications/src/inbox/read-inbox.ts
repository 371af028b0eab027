import type { Context, InboxHandler } from "../context.ts";
import { readInboxPage } from "./read-inbox-page.ts";
import { inboxItem } from "./wire.ts";

export const readInbox = (context: Context): InboxHandler<"readInbox"> => {
  return async (request) => {
    await context.access.requireOpen(request);
    const { people, rows, nextPageToken } = await readInboxPage(context, request, async (keys) => {
      const states = await context.access.statesOf(
        request,
        keys.map(({ documentId }) => documentId),
      );
      return new Set(keys.filter(({ documentId }) => states.get(documentId) === "open"));
    });
    return { items: rows.map((row) => inboxItem(row, people)), nextPageToken };
  };
};
