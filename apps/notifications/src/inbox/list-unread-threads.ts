import type { Context, Handler } from "../context.ts";
import { documentsOf } from "./reader.ts";
import { selectUnreadThreads } from "./unread-threads.store.ts";

// Unread entries counted per document; beyond this no exact number is needed.
const scanRows = 200;

/** The threads with unread entries in the inbox, without those that the inbox hides from the user. */
export const listUnreadThreads = ({ database, users, access }: Context): Handler<"listUnreadThreads"> => {
  return async (request) => {
    const { apiKeyId, organizationId, userId } = request;
    const states = await access.statesOf(request, request.documentIds);
    const open = request.documentIds.filter((documentId) => states.get(documentId) === "open");
    const documentIds = [...(await documentsOf(users, request, open))];
    if (documentIds.length === 0) return { threads: [] };
    return { threads: await selectUnreadThreads(database, { apiKeyId, organizationId, userId, documentIds, scanRows }) };
  };
};
