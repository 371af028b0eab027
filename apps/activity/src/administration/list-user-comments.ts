import type { Context, Handler } from "../context.ts";
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
    return itemsPage(
      rows,
      size,
      (row) => commentItem({ organizationId, documentId: row.documentId, annotationId: row.annotationId }, row),
      (row) => [row.createdAtMs, row.annotationRef, row.commentId],
    );
  };
};
