import type { Context, Handler } from "../context.ts";
import { decodeKey } from "../paging/page.ts";
import { selectCommentReactions, selectUserComments } from "../threads/reading/comment-rows.store.ts";
import { commentItem } from "./user-data.ts";
import { itemsPage, sizeOf } from "./user-data-page.ts";

/** One page of the comments that a user wrote, is tagged in or is assigned to. */
export const listUserComments = ({ database }: Context): Handler<"listUserComments"> => {
  return async (request) => {
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
  };
};

function keyOf({ annotationRef, commentId }: { readonly annotationRef: number; readonly commentId: string }): string {
  return `${annotationRef}/${commentId}`;
}
