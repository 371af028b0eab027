import type { Context, InboxHandler } from "../context.ts";
import { type NotificationRow, selectNotifications } from "../notifications/rows/notifications.store.ts";
import { collectPage, type ListKey } from "../streams/collect-page.ts";
import { hiddenEntries } from "./hidden-entries.ts";
import { selectInboxKeys } from "./inbox-keys.store.ts";
import { readerOf } from "./reader.ts";
import { storedActorsOf } from "./stored-actors.ts";
import { inboxItem, type People } from "./wire.ts";

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

interface InboxRequest {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly userId: string;
  /** Empty for all documents. */
  readonly documentId: string;
  readonly pageSize: number;
  readonly pageToken: string;
}

interface InboxPage {
  readonly people: People;
  readonly rows: readonly NotificationRow[];
  readonly nextPageToken: string;
}

/**
 * One page of a user's inbox, newest first. The keys of the page are found first, on indexes alone, and then its notifications are read:
 * never one that the user's config hides, that the reader may not see, or that `admit` refuses.
 */
export async function readInboxPage(
  context: Context,
  request: InboxRequest,
  admit?: (keys: readonly ListKey[]) => Promise<ReadonlySet<ListKey>>,
): Promise<InboxPage> {
  const { database, users, storedUsers } = context;
  const { apiKeyId, organizationId, userId, documentId } = request;
  const user = { apiKeyId, organizationId, userId };
  const reader = await readerOf(users, user);
  const { refs, nextPageToken } = await collectPage(request, {
    order: "desc",
    scan: (slice) => selectInboxKeys(database, { ...user, ...slice, isMember: reader.isMember }, documentId),
    admit: async (keys) => {
      const hidden = await hiddenEntries(context, user, reader, keys);
      const theirs = keys.filter(({ notificationRef }) => !hidden.has(notificationRef));
      return admit === undefined ? new Set(theirs) : admit(theirs);
    },
  });
  const rows = await selectNotifications(database, user, refs);
  return { people: { reader, actors: await storedActorsOf(storedUsers, apiKeyId, rows) }, rows, nextPageToken };
}
