import type { Context, Handler } from "../context.ts";
import { selectInvolvedDocuments } from "../people/involved-documents.store.ts";

/** The first documents, by id, of the threads in which each user takes part. */
export const listInvolvedDocuments = ({ database }: Context): Handler<"listInvolvedDocuments"> => {
  return async ({ apiKeyId, organizationId, userIds, limit }) => {
    const rows = await selectInvolvedDocuments(database, { apiKeyId, organizationId, userIds: [...new Set(userIds)], limit });
    const ofUsers = Map.groupBy(rows, ({ userId }) => userId);
    return { users: [...ofUsers].map(([userId, some]) => ({ userId, documentIds: some.map(({ documentId }) => documentId) })) };
  };
};
