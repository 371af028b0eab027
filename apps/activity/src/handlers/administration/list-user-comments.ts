import type { Context, Handler } from "../../context.ts";
import { decodeKey } from "../../page.ts";
import { selectUserComments } from "../../store/comment-rows.ts";
import { itemsPage, sizeOf } from "../../user-data-page.ts";
import { commentItem } from "../../wire/user-data.ts";

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
