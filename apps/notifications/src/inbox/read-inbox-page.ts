import type { Db } from "@parley/database";
import type { Context, InboxHandler } from "../context.ts";
import { type NotificationRow, selectNotifications } from "../notifications/rows/notifications.store.ts";
import { collectPage, type ListKey } from "../streams/collect-page.ts";
import { hiddenEntries } from "./hidden-entries.ts";
import { selectInboxKeys } from "./inbox-keys.store.ts";
import { selectNamedKeys, selectRefsAt } from "./named-keys.store.ts";
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
  /** Only notifications at this location; absent or empty for all. */
  readonly locationId?: string;
  /** Only these; absent or empty for all. */
  readonly notificationIds?: readonly string[];
  readonly oldestFirst?: boolean;
}

interface InboxPage {
  readonly people: People;
  readonly rows: readonly NotificationRow[];
  readonly nextPageToken: string;
}

/**
 * One page of a user's inbox, newest first unless `oldestFirst`. The keys of the page are found first, on indexes alone, and then its notifications are read:
 * never one that the user's config hides, that the reader may not see, or that `admit` refuses.
 */
export async function readInboxPage(
  context: Context,
  request: InboxRequest,
  admit?: (keys: readonly ListKey[]) => Promise<ReadonlySet<ListKey>>,
): Promise<InboxPage> {
  const { database, users, storedUsers } = context;
  const { apiKeyId, organizationId, userId, documentId, locationId = "", notificationIds = [], oldestFirst = false } = request;
  const user = { apiKeyId, organizationId, userId };
  const reader = await readerOf(users, user);
  const order = oldestFirst ? "asc" : "desc";
  const named = { ...user, documentId, locationId, notificationIds, isMember: reader.isMember };
  const { refs, nextPageToken } = await collectPage(request, {
    order,
    scan: (slice) =>
      notificationIds.length > 0
        ? selectNamedKeys(database, { ...named, ...slice }, order)
        : selectInboxKeys(database, { ...named, ...slice }, documentId, order),
    admit: async (keys) => {
      const there = await keysAt(database, apiKeyId, locationId, keys);
      const hidden = await hiddenEntries(context, user, reader, there);
      const theirs = there.filter(({ notificationRef }) => !hidden.has(notificationRef));
      return admit === undefined ? new Set(theirs) : admit(theirs);
    },
  });
  const rows = await selectNotifications(database, user, refs);
  return { people: { reader, actors: await storedActorsOf(storedUsers, apiKeyId, rows) }, rows, nextPageToken };
}

/** Those at a location; all for an empty one. No index has a user's notifications by location: those of each scan are looked up. */
async function keysAt(db: Db, apiKeyId: string, locationId: string, keys: readonly ListKey[]): Promise<readonly ListKey[]> {
  if (locationId === "" || keys.length === 0) return keys;
  const refs = await selectRefsAt(
    db,
    apiKeyId,
    locationId,
    keys.map(({ notificationRef }) => notificationRef),
  );
  return keys.filter(({ notificationRef }) => refs.has(notificationRef));
}
