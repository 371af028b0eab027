import type { Context, Handler } from "../context.ts";
import { readerOf } from "./reader.ts";
import { selectUnreadThreads } from "./unread-threads.store.ts";

// Whoever has as many unread entries of one document needs no exact number of them.
const scanRows = 200;

/** The threads that the inbox shows as unread: what it hides from a user is not counted for that user either. */
export const listUnreadThreads = ({ database, users, access }: Context): Handler<"listUnreadThreads"> => {
  return async (request) => {
    const { apiKeyId, organizationId, userId } = request;
    const [reader, states] = await Promise.all([readerOf(users, request), access.statesOf(request, request.documentIds)]);
    const documentIds = request.documentIds.filter((documentId) => states.get(documentId) === "open");
    if (!reader.isMember || documentIds.length === 0) return { threads: [] };
    return { threads: await selectUnreadThreads(database, { apiKeyId, organizationId, userId, documentIds, scanRows }) };
  };
};
