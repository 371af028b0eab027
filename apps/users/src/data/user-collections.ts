import { propagate } from "@parley/rpc";
import type { Context } from "../context.ts";

/** The collections of a user's data in other services, in the order of the page token. */
export const collections = ["comments", "reactions", "recordings", "notifications"] as const;

export type Collection = (typeof collections)[number];

interface ListRequest {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly pageSize: number;
  readonly pageToken: string;
}

interface ListPage {
  readonly items: readonly { readonly dataJson: string }[];
  readonly nextPageToken: string;
}

const lists = {
  comments: ({ activity }, request) => activity.listUserComments(request),
  reactions: ({ activity }, request) => activity.listUserReactions(request),
  recordings: ({ activity }, request) => activity.listUserRecordings(request),
  notifications: ({ notifications }, request) => notifications.listUserNotifications(request),
} as const satisfies Record<Collection, (context: Context, request: ListRequest) => Promise<ListPage>>;

/** One page of a collection: the JSON text of its items, and the start of the next page (empty on the last). */
interface CollectionPage {
  readonly itemsJson: readonly string[];
  readonly nextPageToken: string;
}

const done: CollectionPage = { itemsJson: [], nextPageToken: "" };

/**
 * A page of each collection, requested at the same time; `from` gives the start of each, undefined for a completed one. When the pages are
 * too large for one response, shorter ones are requested.
 */
export async function collectionPages(
  context: Context,
  request: Omit<ListRequest, "pageToken">,
  from: Readonly<Record<Collection, string | undefined>>,
): Promise<Record<Collection, CollectionPage>> {
  const pages = await Promise.all(
    collections.map(async (collection): Promise<[Collection, CollectionPage]> => {
      const pageToken = from[collection];
      if (pageToken === undefined) return [collection, done];
      const { items, nextPageToken } = await propagate<ListPage>(["invalid_argument"], () =>
        lists[collection](context, { ...request, pageToken }),
      );
      return [collection, { itemsJson: items.map(({ dataJson }) => dataJson), nextPageToken }];
    }),
  );
  const isTooLong = bytesOf(pages.map(([, page]) => page)) > context.limits.userDataBytes;
  if (isTooLong && request.pageSize > 1) return collectionPages(context, { ...request, pageSize: Math.ceil(request.pageSize / 4) }, from);
  return Object.fromEntries(pages) as Record<Collection, CollectionPage>;
}

function bytesOf(pages: readonly CollectionPage[]): number {
  return pages.reduce((sum, { itemsJson }) => itemsJson.reduce((bytes, item) => bytes + Buffer.byteLength(item), sum), 0);
}
