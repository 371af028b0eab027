import type { Context, Handler } from "../context.ts";
import { decodeKey } from "../paging/page.ts";
import { selectUserReactions } from "../reactions/reactions.store.ts";
import { reactionItem } from "./user-data.ts";
import { itemsPage, sizeOf } from "./user-data-page.ts";

/** One page of a user's reactions. */
export const listUserReactions = ({ database }: Context): Handler<"listUserReactions"> => {
  return async (request) => {
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
  };
};
