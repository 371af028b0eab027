import type { Context, Handler } from "../context.ts";
import { selectCommentReactions } from "../reactions/reactions.store.ts";
import { selectUserComments } from "../threads/comment-rows.store.ts";
import { decodeKey } from "../threads/page.ts";
import { commentItem } from "../threads/user-data.ts";
import { itemsPage, sizeOf } from "../threads/user-data-page.ts";

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
