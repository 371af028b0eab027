import type { Context, Handler } from "../context.ts";
import { selectDocumentCounts } from "./reading/annotation-counts.store.ts";

/** The number of annotations of documents, in the order of the request. A document that is named twice is counted once. */
export const countCommentAnnotations = ({ database, limits, unreadThreads }: Context): Handler<"countCommentAnnotations"> => {
  return async (request) => {
    const { userId, statuses } = request;
    const documentIds = [...new Set(request.documentIds)];
    const unread = userId === "" ? undefined : await unreadThreads.of(request, documentIds);
    const documents = documentIds.map((documentId) => ({ documentId, unread: unread?.get(documentId) }));
    const scanRows = limits.scannedRows;
    const rows = await selectDocumentCounts(database, request, documents, { userId, statuses, scanRows });
    const counts = new Map(rows.map((row) => [row.documentId, row]));
    const documentCounts = documentIds.map((documentId) => {
      const { statuses: text = "{}", mine, unread: unreadCount } = counts.get(documentId) ?? {};
      const found = Object.entries(JSON.parse(text) as Record<string, number>).map(([status, count]) => ({ status, count }));
      const total = found.reduce((sum, { count }) => sum + count, 0);
      return {
        documentId,
        total,
        statuses: found,
        hasMore: total > scanRows,
        ...(mine === null || mine === undefined ? {} : { mine }),
        ...(unreadCount === null || unreadCount === undefined ? {} : { unread: unreadCount }),
      };
    });
    return { documents: documentCounts };
  };
};
