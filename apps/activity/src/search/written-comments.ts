import type { Db } from "@parley/database";
import { type FeedPlace, type FeedRow, selectFeed } from "../feed/feed-pages.store.ts";
import type { CommentName } from "./comments-to-index.store.ts";

/** What happens to the text of comments. */
const writes = ["comment_annotation.add", "comment.add", "comment.update"];

interface Reading {
  readonly after: FeedPlace;
  readonly horizon: number;
  /** Empty for all. */
  readonly organizationId: string;
  readonly limit: number;
  readonly scanRows: number;
}

/** The comments that were written or edited behind a place in the feed, each once, and how far the feed was read. */
export async function writtenComments(db: Db, apiKeyId: string, { organizationId, ...page }: Reading) {
  const rows = await selectFeed(db, apiKeyId, { organizationId, documentId: "", actionTypes: writes }, page);
  const names = new Map(rows.flatMap((row) => namesOf(row)).map((name) => [JSON.stringify(name), name]));
  const lastRow = rows.at(-1);
  return {
    names: [...names.values()],
    /** The last row that was examined; undefined when there was none. */
    last: lastRow === undefined ? undefined : { position: lastRow.position, ref: lastRow.ref },
    /** Whether there may be more behind it. */
    hasMore: rows.length === page.limit || (lastRow?.isScanEnd ?? false),
  };
}

function namesOf({ isMatch, organizationId, documentId, annotationId, commentId }: FeedRow): CommentName[] {
  if (!isMatch || organizationId === null || documentId === null || annotationId === null || commentId === null) return [];
  return [{ organizationId, documentId, annotationId, commentId }];
}
