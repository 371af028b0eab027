import type { ListUserCommentsRequest, ListUserReactionsRequest, ListUserRecordingsRequest } from "@parley/contracts/activity";
import type { Database } from "@parley/database";
import { decodeKey, forwardFrom } from "../paging/page.ts";
import { selectUserReactions } from "../reactions/reactions.store.ts";
import { selectRecordings } from "../recordings/recording-pages.store.ts";
import { selectCommentReactions, selectUserComments } from "../threads/reading/comment-rows.store.ts";
import { commentItem, reactionItem, recordingItem } from "./user-data.ts";
import { itemsPage, sizeOf } from "./user-data-page.ts";

/** One page of the comments that a user wrote, is tagged in or is assigned to. */
export async function listUserComments(database: Database, request: ListUserCommentsRequest) {
  const { apiKeyId, organizationId, userId, pageToken } = request;
  const [afterMs, afterRef, afterId] = decodeKey(pageToken, ["number", "number", "string"]) ?? [-1, 0, ""];
  const after = { afterMs: Number(afterMs), afterRef: Number(afterRef), afterId: String(afterId) };
  const { size, limit } = sizeOf(request);
  const rows = await selectUserComments(database, { apiKeyId, organizationId, userId }, after, limit);
  const reactions = Map.groupBy(await selectCommentReactions(database, apiKeyId, rows), keyOf);
  return itemsPage(
    rows,
    size,
    (row) =>
      commentItem({ organizationId, documentId: row.documentId, annotationId: row.annotationId }, row, reactions.get(keyOf(row)) ?? []),
    (row) => [row.createdAtMs, row.annotationRef, row.commentId],
  );
}

function keyOf({ annotationRef, commentId }: { readonly annotationRef: number; readonly commentId: string }): string {
  return `${annotationRef}/${commentId}`;
}

/** One page of a user's reactions. */
export async function listUserReactions(database: Database, request: ListUserReactionsRequest) {
  const { apiKeyId, organizationId, userId, pageToken } = request;
  const [afterMs, afterRef, afterId, afterReaction] = decodeKey(pageToken, ["number", "number", "string", "string"]) ?? [-1, 0, "", ""];
  const after = { afterMs: Number(afterMs), afterRef: Number(afterRef), afterId: String(afterId), afterReaction: String(afterReaction) };
  const { size, limit } = sizeOf(request);
  const rows = await selectUserReactions(database, { apiKeyId, organizationId, userId }, after, limit);
  return itemsPage(
    rows,
    size,
    (row) => reactionItem({ organizationId, documentId: row.documentId, annotationId: row.annotationId }, row),
    (row) => [row.createdAtMs, row.annotationRef, row.commentId, row.reaction],
  );
}

/** One page of a user's recordings. */
export async function listUserRecordings(database: Database, request: ListUserRecordingsRequest) {
  const { apiKeyId, organizationId, userId } = request;
  const { size, limit } = sizeOf(request);
  const filter = { documentId: "", recordingIds: [], locationId: "", locationName: "", userId };
  // Every recording of the user matches the filter, so that the scan ends with the page.
  const range = { ...forwardFrom(request), limit, scanRows: limit };
  const rows = await selectRecordings(database, { apiKeyId, organizationId }, filter, range);
  return itemsPage(
    rows,
    size,
    (row) => recordingItem(organizationId, row),
    (row) => [row.createdAtMs, row.ref],
  );
}
